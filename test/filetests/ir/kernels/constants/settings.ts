import { base } from "./base.js";
export const gain = base * 1.5;
export const half = Math.fround(0.5);
export let late = Number("3");
export enum Channel { red, green = 5 }
export const twice = (x: number) => x * 2;
export default (x: number): number => x + base;
