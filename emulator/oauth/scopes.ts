// A15: the scopes. Their texts are those of the consent page.
import { pageMessages } from './pages/page-messages.ts';

export const scopeTexts = pageMessages.consent.scopes;

export type Scope = keyof typeof scopeTexts;

export const isScope = (text: string): text is Scope => Object.hasOwn(scopeTexts, text);

export const splitScopes = (text: string): string[] => [...new Set(text.split(' ').filter((scope) => scope !== ''))];
