// Where a process of the campaign dies, and what stands for a token where it must not be shown.
import { hash } from 'node:crypto';

/** Counted in refreshes of its own, but for `any-time`. */
export const deaths = ['before-send', 'before-disk', 'while-writing', 'after-disk', 'any-time'] as const;
export type Death = { readonly where: (typeof deaths)[number]; readonly atRefresh: number };

/** Of a refresh token, as the emulator shows it in its journal. */
export const fingerprintOf = (token: string) => `rt_‹${hash('sha256', token, 'base64url').slice(0, 6)}›`;
