// The message for an input that a schema has rejected.

/** What is wrong with an input, in the words of the contract's schemas where they have some. */
export function inputMessage(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  const own = issues.find((issue) => /^[A-Z].*\.$/.test(issue.message) && !issue.message.startsWith('Invalid'));
  const where = issues[0]?.path.map(String).join('.');
  return own?.message ?? `That cannot be used as it is${where ? ` (${where})` : ''}. Check it and try again.`;
}
