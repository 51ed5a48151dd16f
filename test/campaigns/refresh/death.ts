// Where a process of the campaign dies, and the fingerprint that replaces a token.
import { hash } from 'node:crypto';

/** Counted in its own refreshes, except for `any-time`. */
export const deaths = ['before-send', 'before-disk', 'while-writing', 'after-disk', 'any-time'] as const;
export type Death = { readonly where: (typeof deaths)[number]; readonly atRefresh: number };

/** Of a refresh token, as the emulator shows it in its journal. */
export const fingerprintOf = (token: string) => `rt_‹${hash('sha256', token, 'base64url').slice(0, 6)}›`;
