// Replaces may-generate-code.ts in programs that cannot make code from text (device/host/no-javascript.ts).

export const mayGenerateCode = (): boolean => false;
