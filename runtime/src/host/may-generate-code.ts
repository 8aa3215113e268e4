// Whether Node allows code from text. Bundles for browsers have no-generated-code.ts instead, through the field "browser" of package.json.

/** False under --disallow-code-generation-from-strings. */
export function mayGenerateCode(): boolean {
  try {
    return new Function("return true")() === true;
  } catch (error) {
    if (error instanceof EvalError) return false;
    throw error;
  }
}
