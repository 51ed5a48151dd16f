// What the pilot can set. Secrets are not settings: the application secret goes one way, into the keychain.
import { z } from 'zod';

const URL_PATTERN = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/;

/** An address of a service: https, or http on the loopback address only. */
export const serviceAddressSchema = z
  .string()
  .trim()
  .refine(
    (text) => {
      if (!URL_PATTERN.test(text)) return false;
      return text.startsWith('https://') || /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(text);
    },
    { message: 'An address begins with https://, or with http://127.0.0.1 for a service on this computer.' },
  );

const sizeWords = 'The largest file is a number of bytes from 1024 to 1073741824.';

export const settingsSchema = z.object({
  version: z.literal(1),
  /** The profile in use; null until the pilot has begun. */
  profile: z.enum(['demo', 'service']).nullable(),
  service: z.object({
    name: z.string().trim().min(1).max(60),
    address: z.union([z.literal(''), serviceAddressSchema]),
    clientId: z.string().trim().max(200),
    /** Path of the browser endpoint that asks for consent (A1). */
    authorizePath: z.string().regex(/^\/[^\s?#]*$/),
    /** Path of the redirect to this computer, and its port; 0 takes any free one (A2). */
    redirectPath: z.string().regex(/^\/[^\s?#]*$/),
    redirectPort: z.number().int().min(0).max(65_535),
    scopes: z.string(),
    /** Zone of the times that the service shows without offset (A7). */
    zone: z.string(),
  }),
  maxFileBytes: z
    .number()
    .int()
    .min(1024, sizeWords)
    .max(1024 ** 3, sizeWords),
  /** Keep tokens in a file readable by its owner alone where there is no keychain. */
  allowFileVault: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  version: 1,
  profile: null,
  service: {
    name: 'Pilot Flight Service',
    address: '',
    clientId: '',
    authorizePath: '/oauth/authorize',
    redirectPath: '/callback/service',
    redirectPort: 0,
    scopes: 'openid profile flights:read flights:write',
    zone: 'UTC',
  },
  maxFileBytes: 10 * 1024 * 1024,
  allowFileVault: false,
  theme: 'system',
};

/** A change names only what changes. */
export const settingsChangeSchema = settingsSchema
  .omit({ version: true, profile: true, service: true })
  .extend({ service: settingsSchema.shape.service.partial() })
  .partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
