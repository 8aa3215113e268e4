declare module "*?wat" {
  const text: string;
  export default text;
}
