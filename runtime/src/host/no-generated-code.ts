// In place of may-generate-code.ts where the program has nothing that makes code from text (targets/no-javascript.ts).

export const mayGenerateCode = (): boolean => false;
