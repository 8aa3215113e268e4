import { other } from "./hidden.js";
export const alias = other;
