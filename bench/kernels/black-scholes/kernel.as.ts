// Black-Scholes in AssemblyScript, with its own Mathf.

function normal(d: f32): f32 {
  const size = abs<f32>(d);
  const k = <f32>1 / (<f32>1 + <f32>0.2316419 * size);
  const polynomial =
    k *
    (<f32>0.31938153 +
      k * (<f32>-0.356563782 + k * (<f32>1.781477937 + k * (<f32>-1.821255978 + k * <f32>1.330274429))));
  const tail = <f32>0.3989422804 * Mathf.exp(<f32>-0.5 * size * size) * polynomial;
  return d > 0 ? <f32>1 - tail : tail;
}

export function run(arrays: usize, scalars: usize): void {
  const price = load<usize>(arrays, 0);
  const strike = load<usize>(arrays, 4);
  const years = load<usize>(arrays, 8);
  const call = load<usize>(arrays, 12);
  const put = load<usize>(arrays, 16);
  const r = <f32>load<f64>(scalars, 0);
  const v = <f32>load<f64>(scalars, 8);
  const n = <i32>load<f64>(scalars, 16);
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 2;
    const s = load<f32>(price + at);
    const x = load<f32>(strike + at);
    const t = load<f32>(years + at);
    const deviation = v * sqrt<f32>(t);
    const d1 = (Mathf.log(s / x) + (r + <f32>0.5 * v * v) * t) / deviation;
    const d2 = d1 - deviation;
    const n1 = normal(d1);
    const n2 = normal(d2);
    const discounted = x * Mathf.exp(-r * t);
    store<f32>(call + at, s * n1 - discounted * n2);
    store<f32>(put + at, discounted * (<f32>1 - n2) - s * (<f32>1 - n1));
  }
}
