// A15: the scopes, and what each of them lets an application do, in words for the consent page.

export const scopeWords = {
  openid: 'Know which pilot you are',
  profile: 'See your name',
  'flights:read': 'Read your flights and what became of them',
  'flights:write': 'Hand in flight reports for you',
} as const;

export type Scope = keyof typeof scopeWords;

export const isScope = (text: string): text is Scope => Object.hasOwn(scopeWords, text);

export const splitScopes = (text: string): string[] => [...new Set(text.split(' ').filter((scope) => scope !== ''))];
