// The main module of a fresh process that back-end.ts's first instance is measured in: prints its milliseconds.

import { measureFirst } from "./back-end.js";

const [imageFile] = process.argv.slice(2);
if (imageFile === undefined) throw new Error("usage: first-instance IMAGE");
console.log(measureFirst(imageFile));
