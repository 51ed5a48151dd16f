// Where secrets are kept, and what a window is told of it. Never a secret.
import { z } from 'zod';

/**
 * What the pilot chooses for a profile. `keychain`: in memory where there is none. `file-vault`: the vault under a
 * passphrase. `open-vault`: where there is no keychain, the vault without one, open to whoever can read the pilot's files.
 */
export const secretChoices = ['keychain', 'file-vault', 'open-vault'] as const;
export type SecretChoice = (typeof secretChoices)[number];

export const secretPlaces = ['keychain', 'memory', 'file-vault', 'open-vault'] as const;
export type SecretPlace = (typeof secretPlaces)[number];

/**
 * The vault's part with a passphrase: `none` has none yet, `locked` waits for it, `older` is a copy from before what was last
 * written here and is not used unless the pilot wants it.
 */
const sealStates = ['none', 'locked', 'older', 'unlocked'] as const;
export type SealState = (typeof sealStates)[number];

export const keepingSchema = z.object({
  choice: z.enum(secretChoices),
  hasKeychain: z.boolean(),
  vault: z.enum(sealStates),
});

/** What is kept under our name. An orphan belongs to no service and nobody who is signed in. */
export const keptSecretSchema = z.object({
  name: z.string(),
  what: z.enum(['tokens', 'application-secret', 'other']),
  /** What its service is called; null where it is none of the settings. */
  service: z.string().nullable(),
  isOrphan: z.boolean(),
});
export type KeptSecret = z.infer<typeof keptSecretSchema>;

/** Typed by the pilot, one way: no answer and no event ever holds it. */
export const passphraseSchema = z.string().min(1).max(1000);
