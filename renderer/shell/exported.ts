/** For `lazy`: makes a named export the default export of a dynamic import. */
export const exported =
  <Part, Name extends keyof Part>(load: () => Promise<Part>, name: Name) =>
  async () => ({ default: (await load())[name] });
