/** For `lazy`: one export of a part that is loaded when it is first rendered. */
export const exported =
  <Part, Name extends keyof Part>(load: () => Promise<Part>, name: Name) =>
  async () => ({ default: (await load())[name] });
