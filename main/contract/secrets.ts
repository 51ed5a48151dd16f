// Where secrets are stored, for a window. Never contains a secret.
import * as z from 'zod/mini';
import { nameSchema } from '../messages/message.ts';

/**
 * The pilot's choice for a profile. `keychain`: in memory if there is none. `file-vault`: the vault with a passphrase.
 * `open-vault`: where there is no keychain, the vault without a passphrase, readable by anyone who can read the pilot's
 * files.
 */
export const secretChoices = ['keychain', 'file-vault', 'open-vault'] as const;
export type SecretChoice = (typeof secretChoices)[number];

export const secretPlaces = ['keychain', 'memory', 'file-vault', 'open-vault'] as const;
export type SecretPlace = (typeof secretPlaces)[number];
/** Names a place for `select` in messages, where names have no hyphens. */
export const placeOf = (place: SecretPlace) =>
  ({ keychain: 'keychain', memory: null, 'file-vault': 'fileVault', 'open-vault': 'openVault' } as const)[place];

/**
 * The part of the vault with a passphrase: `none` has none yet, `locked` waits for it.
 */
export const sealStates = ['none', 'locked', 'unlocked'] as const;
export type SealState = (typeof sealStates)[number];

export const secretStorageSchema = z.object({
  choice: z.enum(secretChoices),
  hasKeychain: z.boolean(),
  vault: z.enum(sealStates),
});

/** Our secrets. An orphan belongs to no service and no signed-in account. */
export const keptSecretSchema = z.object({
  name: z.string(),
  what: z.enum(['tokens', 'application-secret', 'other']),
  /** The name of its service; null if it is not in the settings. */
  service: z.nullable(nameSchema),
  isOrphan: z.boolean(),
});
export type KeptSecret = z.infer<typeof keptSecretSchema>;

/** Typed by the pilot. No answer and no event contains it. */
export const passphraseSchema = z.string().check(z.minLength(1), z.maxLength(1000));
