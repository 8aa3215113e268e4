// `lanewise/internal/code`: what emitted code supplies with images of IR that need optional parts of the code generator. Like lanewise/internal, not
// for users.

export * from "./images/generation/code-parts.js";
