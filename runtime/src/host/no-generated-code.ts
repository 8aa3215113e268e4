// In place of may-generate-code.ts where the program has nothing that makes code from text (device/host/no-javascript.ts).

export const mayGenerateCode = (): boolean => false;
