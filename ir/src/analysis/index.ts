// What a kernel reads, writes and asks: the exports for other rooms.

export { accessOf } from "./access.js";
