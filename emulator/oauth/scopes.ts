// A15: the scopes, and their texts on the consent page.

export const scopeWords = {
  openid: 'Identify you',
  profile: 'See your name',
  'flights:read': 'Read your flights and their status',
  'flights:write': 'Upload flight reports for you',
} as const;

export type Scope = keyof typeof scopeWords;

export const isScope = (text: string): text is Scope => Object.hasOwn(scopeWords, text);

export const splitScopes = (text: string): string[] => [...new Set(text.split(' ').filter((scope) => scope !== ''))];
