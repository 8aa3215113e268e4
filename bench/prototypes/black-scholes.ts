// Hand-written Black-Scholes: exp and log as polynomials (after Cephes expf and logf), the normal distribution by a blend.

import type { Prototype } from "../harness/kernel.js";
import type { OptionsArrays, OptionsScalars } from "../kernels/black-scholes/workload.js";
import { at, FunctionWriter, get, int, type Vector } from "./emitter.js";

const expPolynomial = [1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1];
const logPolynomial = [
  -1.151461031e-1, 1.167699874e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1,
  -2.4999993993e-1, 3.3333331174e-1,
];
const normalPolynomial = [-1.821255978, 1.781477937, -0.356563782, 0.31938153];

/** first * x^n + ... by Horner's rule. */
function polynomial(f: FunctionWriter, x: Vector, first: number, rest: readonly number[]): Vector {
  return rest.reduce((sum, coefficient) => f.mulAdd(sum, x, f.constant(coefficient)), f.constant(first));
}

function exp(f: FunctionWriter, argument: Vector): Vector {
  const atLeast = f.operation("f32x4.pmax", argument, f.constant(-87));
  const x = f.operation("f32x4.pmin", atLeast, f.constant(88));
  const whole = f.operation("f32x4.floor", f.mulAdd(x, f.constant(Math.LOG2E), f.constant(0.5)));
  const high = f.mulSub(whole, f.constant(0.693359375), x);
  const rest = f.mulSub(whole, f.constant(-2.1219444e-4), high);
  const y = polynomial(f, rest, 1.98756915e-4, expPolynomial);
  const sum = f.add(f.mulAdd(y, f.mul(rest, rest), rest), f.constant(1));
  const exponent = f.operation("i32x4.add", f.operation("i32x4.trunc_sat_f32x4_s", whole), f.integerConstant(127));
  return f.mul(sum, f.shift(exponent, "i32x4.shl", 23));
}

function log(f: FunctionWriter, argument: Vector): Vector {
  const biased = f.shift(argument, "i32x4.shr_u", 23);
  const exponent = f.operation("f32x4.convert_i32x4_s", f.operation("i32x4.sub", biased, f.integerConstant(126)));
  const fraction = f.operation("v128.and", argument, f.integerConstant(0x007fffff));
  const mantissa = f.operation("v128.or", fraction, f.integerConstant(0x3f000000));
  const isLow = f.operation("f32x4.lt", mantissa, f.constant(Math.SQRT1_2));
  const e = f.sub(exponent, f.operation("v128.and", f.constant(1), isLow));
  const x = f.add(f.sub(mantissa, f.constant(1)), f.operation("v128.and", mantissa, isLow));
  const square = f.mul(x, x);
  const series = f.mul(f.mul(polynomial(f, x, 7.0376836292e-2, logPolynomial), x), square);
  const low = f.mulSub(square, f.constant(0.5), f.mulAdd(e, f.constant(-2.1219444e-4), series));
  return f.mulAdd(e, f.constant(0.693359375), f.add(x, low));
}

function normal(f: FunctionWriter, d: Vector): Vector {
  const size = f.operation("f32x4.abs", d);
  const k = f.div(f.constant(1), f.mulAdd(f.constant(0.2316419), size, f.constant(1)));
  const weight = f.mul(polynomial(f, k, 1.330274429, normalPolynomial), k);
  const bell = exp(f, f.mul(f.mul(size, size), f.constant(-0.5)));
  const tail = f.mul(f.mul(f.constant(0.3989422804), weight), bell);
  return f.select(f.operation("f32x4.gt", d, f.constant(0)), f.sub(f.constant(1), tail), tail);
}

function source(k: number): string {
  const f = new FunctionWriter(k, ["n", "price", "strike", "years", "call", "put", "rate:f32", "volatility:f32"]);
  const r = f.splat(get("$rate"));
  const v = f.splat(get("$volatility"));
  f.loop(int(0), get("$n"), 4 * k, (i) => {
    const s = f.load(at("$price", get(i)));
    const x = f.load(at("$strike", get(i)));
    const t = f.load(at("$years", get(i)));
    const deviation = f.mul(v, f.operation("f32x4.sqrt", t));
    const drift = f.mul(f.mulAdd(f.mul(v, v), f.constant(0.5), r), t);
    const d1 = f.div(f.add(log(f, f.div(s, x)), drift), deviation);
    const n1 = normal(f, d1);
    const n2 = normal(f, f.sub(d1, deviation));
    const discounted = f.mul(x, exp(f, f.mul(f.operation("f32x4.neg", r), t)));
    f.store(at("$call", get(i)), f.sub(f.mul(s, n1), f.mul(discounted, n2)));
    const one = f.constant(1);
    f.store(at("$put", get(i)), f.sub(f.mul(discounted, f.sub(one, n2)), f.mul(s, f.sub(one, n1))));
  });
  return f.toModule();
}

export const blackScholes: Prototype<OptionsArrays, OptionsScalars> = {
  versions: [1, 2, 4],
  source,
  arguments: ({ price, strike, years, call, put }, { rate, volatility, n }) => {
    return [n, price, strike, years, call, put, rate, volatility];
  },
};
