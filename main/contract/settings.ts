// What the pilot can set. Secrets are not settings: the application secret only goes into the secret store.
import * as z from 'zod/mini';
import { languages } from '../messages/languages.ts';
import { message } from '../messages/message.ts';
import { timeChoices } from '../messages/time-format.ts';
import { issueOf } from '../messages/input-issue.ts';
import { addressOrNoneSchema, serviceAddressSchema } from './service-address.ts';
import { secretChoices } from './secrets.ts';

/** The built-in service, as a choice beside the pilot's own services. */
export const demoProfile = 'demo';

/**
 * Where the application's secret is (rule 33): with the pilot, who has registered an application, or with the broker,
 * which adds it. The emulator's is public and needs no setting.
 */
const secretModes = ['own-application', 'broker'] as const;
export type SecretMode = (typeof secretModes)[number];

/** RFC 8414 §2: an issuer is an address without query and fragment; here it is at most as long as one is shown. */
const issuerOrNone = addressOrNoneSchema.check(z.maxLength(200));

const path = z.string().check(z.regex(/^\/[^\s?#]*$/));

/** Whose site it is must not depend on the flight: `{id}` comes after the host. */
const flightPagePattern = /^https?:\/\/[^\s/?#@{}]+\/\S*\{id\}\S*$/;

const maxLogoCharacters = 40_000;

export const serviceSchema = z.object({
  /** Names it on the command line and in `profile`; never changes. */
  id: z.string().check(
    z.regex(/^[a-z][a-z0-9-]{0,39}$/),
    z.refine((id) => id !== demoProfile && id !== 'emulator', {
      message: issueOf(message('input.serviceIdReserved')),
    }),
  ),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  address: addressOrNoneSchema,
  mode: z.enum(secretModes),
  clientId: z.string().check(z.trim(), z.maxLength(200)),
  /** Where token requests go in the mode `broker`. */
  brokerAddress: addressOrNoneSchema,
  /** The `iss` of its answers (RFC 9207) if that is not its address (A21); empty for the address. */
  issuer: issuerOrNone,
  /** Path of the browser endpoint that asks for consent (A1). */
  authorizePath: path,
  /** Path and port of the redirect to this computer; port 0 takes any free one (A2). */
  redirectPath: path,
  redirectPort: z.int().check(z.minimum(0), z.maximum(65_535)),
  scopes: z.string(),
  /** Time zone of times that the service shows without an offset (A7). */
  zone: z.string(),
  /** The page of a flight on the service's website, such as `https://service.example/flights/{id}`; empty: none. */
  flightPage: z.union([
    z.literal(''),
    z.string().check(z.maxLength(300), z.regex(flightPagePattern, issueOf(message('input.flightPage')))),
  ]),
  /** Of the preset, for the sign-in: a small PNG as a data URL. */
  logo: z.optional(z.string().check(z.maxLength(maxLogoCharacters), z.regex(/^data:image\/png;base64,[\w+/]+=*$/))),
  /** Where its secrets are kept. Changed by the command `secrets.choose` only, which moves them. */
  keepIn: z.enum(secretChoices),
});
export type ServiceSettings = z.infer<typeof serviceSchema>;

const {
  name,
  clientId,
  brokerAddress,
  issuer,
  authorizePath,
  redirectPath,
  redirectPort,
  scopes,
  zone,
  flightPage,
  logo,
} = serviceSchema.shape;

/** A preset: one JSON file from the people who run a service, so that its pilots sign in without filling in a form. */
export const presetSchema = z.strictObject({
  /** For editors that read JSON Schemas; not used. */
  $schema: z.optional(z.string()),
  name,
  // Settings may lack both; a preset is of no use without them.
  address: serviceAddressSchema,
  clientId: clientId.check(z.minLength(1)),
  /** Where the client secret is added; without it pilots enter the secret of their own application. */
  brokerAddress: z.optional(brokerAddress),
  issuer: z.optional(issuer),
  authorizePath: z.optional(authorizePath),
  redirectPath: z.optional(redirectPath),
  redirectPort: z.optional(redirectPort),
  scopes: z.optional(scopes),
  zone: z.optional(zone),
  flightPage: z.optional(flightPage),
  logo,
});
export type Preset = z.infer<typeof presetSchema>;

/** Tokens, reports and history are keyed by the service's address, so a service has one entry. */
const isOneEach = (services: readonly ServiceSettings[], of: (service: ServiceSettings) => string) => {
  const known = services.map(of).filter((one) => one !== '');
  return new Set(known).size === known.length;
};

/** The most filters of the logbook that can be saved. */
export const maxSavedFilters = 40;

/** What the window remembers of the logbook. Columns and filters as in the address of the view. */
const logbookSettingsSchema = z.object({
  columns: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))),
  saved: z.optional(
    z
      .array(
        z.object({
          name: z.string().check(z.minLength(1), z.maxLength(60)),
          query: z.string().check(z.maxLength(8_000)),
        }),
      )
      .check(z.maxLength(maxSavedFilters)),
  ),
});
export type LogbookSettings = z.infer<typeof logbookSettingsSchema>;

export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['comfortable', 'compact'] as const;

/** How many commands are remembered. */
export const maxRecentCommands = 8;

const maxServices = 20;
const leastFileBytes = 1024;
const mostFileBytes = 1024 ** 3;
const sizeIssue = issueOf(message('input.maxFileSize', { least: leastFileBytes, most: mostFileBytes }));

/** The questions of the first start after a service is chosen. */
export const setupSteps = ['folders', 'notifications', 'background'] as const;

/** Whether the app may look for updates. `ask`: the pilot hasn't answered yet, and nothing is requested. */
const updateChecks = ['ask', 'off', 'on'] as const;
const updateChannels = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof updateChannels)[number];

/** When screenshots are read: never, while the computer is not on battery, or always. */
export const readingTimes = ['never', 'plugged', 'always'] as const;
export type ReadingTime = (typeof readingTimes)[number];

export const settingsSchema = z.object({
  version: z.literal(1),
  /** The active profile: `demo` or the id of a service; null before the first start is complete. */
  profile: z.nullable(z.string()),
  /** The step that the first start is at; `none` before a service is chosen. */
  setup: z.enum(['none', ...setupSteps, 'done']),
  services: z.array(serviceSchema).check(
    z.maxLength(maxServices, issueOf(message('input.tooManyServices', { most: maxServices }))),
    z.refine((services) => isOneEach(services, ({ id }) => id), { message: issueOf(message('input.serviceIdTaken')) }),
    z.refine((services) => isOneEach(services, ({ address }) => address), {
      message: issueOf(message('input.addressTaken')),
    }),
  ),
  maxFileBytes: z.int().check(z.minimum(leastFileBytes, sizeIssue), z.maximum(mostFileBytes, sizeIssue)),
  theme: z.enum(themes),
  /** The density of reports and flights. */
  density: z.enum(densities),
  language: z.enum(['system', ...languages]),
  /** The zone of times. */
  times: z.enum(timeChoices),
  logbook: z.optional(logbookSettingsSchema),
  /** Shortcuts of the window that the pilot has changed, by their command; an empty text for none. */
  shortcuts: z.optional(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(20)))),
  /** The commands last chosen in the window's palette, the latest first. */
  recentCommands: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(maxRecentCommands))),
  /**
   * What closing the window of the desktop app does. `ask`: the first close shows a question, and the answer is stored.
   */
  onClose: z.enum(['ask', 'keep-running', 'quit']),
  /** Which notifications the desktop app shows. */
  notifyCompleted: z.boolean(),
  notifyArchived: z.boolean(),
  notifyAttention: z.boolean(),
  notifyRejected: z.boolean(),
  notifySignIn: z.boolean(),
  notifyFolder: z.boolean(),
  /** No notifications before this time (epoch ms), then one summary; 0 for none. */
  quietUntil: z.int().check(z.minimum(0)),
  /** Whether the desktop app looks for updates, and which it gets. */
  updateChecks: z.enum(updateChecks),
  updateChannel: z.enum(updateChannels),
  /** New screenshots are read for the route that they look like. */
  readsRoutes: z.enum(readingTimes),
  /** The desktop app keeps the computer awake while uploads are due. */
  keepAwake: z.boolean(),
  /** Adds the newest screenshot from anywhere in the system, as an accelerator of Electron; empty: off. */
  captureShortcut: z.string().check(z.regex(/^$|^((Control|Alt|Shift|Super)\+)*([A-Z0-9]|F([1-9]|1\d|2[0-4]))$/)),
});
export type Settings = z.infer<typeof settingsSchema>;

/** A new service. Its redirect path is its own, so that an answer of one service never reaches another (rule 28). */
export const newService = (id: string, name = 'Pilot Flight Service'): ServiceSettings => ({
  id,
  name,
  address: '',
  mode: 'own-application',
  clientId: '',
  brokerAddress: '',
  issuer: '',
  authorizePath: '/oauth/authorize',
  redirectPath: `/callback/${id}`,
  redirectPort: 0,
  scopes: 'openid profile flights:read flights:write',
  zone: 'UTC',
  flightPage: '',
  keepIn: 'keychain',
});

export const defaultSettings: Settings = {
  version: 1,
  profile: null,
  setup: 'none',
  services: [newService('service')],
  maxFileBytes: 10 * 1024 * 1024,
  theme: 'system',
  density: 'comfortable',
  language: 'system',
  times: 'utc',
  onClose: 'ask',
  notifyCompleted: true,
  notifyArchived: true,
  notifyAttention: true,
  notifyRejected: true,
  notifySignIn: true,
  notifyFolder: true,
  quietUntil: 0,
  updateChecks: 'ask',
  updateChannel: 'stable',
  readsRoutes: 'never',
  keepAwake: false,
  captureShortcut: '',
};

/** A change names only what changes. */
export const settingsChangeSchema = z.partial(
  z.extend(z.omit(settingsSchema, { version: true, profile: true, services: true }), {
    /** For the service with this id, which is added if there is none; without an id, for the service in use. */
    service: z.partial(z.omit(serviceSchema, { keepIn: true })),
  }),
);
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** The default service: the active one, else the first, else a new one. */
export const serviceInUse = ({ profile, services }: Pick<Settings, 'profile' | 'services'>): ServiceSettings =>
  services.find(({ id }) => id === profile) ?? services[0] ?? newService('service');

/** Whether a sign-in is possible: its address, the application and, in that mode, the broker are set. */
export const isServiceComplete = ({ address, clientId, mode, brokerAddress }: ServiceSettings): boolean =>
  address !== '' && clientId !== '' && (mode !== 'broker' || brokerAddress !== '');

/** The settings with a change applied. Not parsed: the caller does that. */
export function withSettingsChange(settings: Settings, { service, ...rest }: SettingsChange): Settings {
  if (service === undefined) return { ...settings, ...rest };
  const changed =
    service.id === undefined ? serviceInUse(settings) : settings.services.find(({ id }) => id === service.id);
  const before = changed ?? newService(service.id!);
  const after = { ...before, ...service };
  const isKnown = settings.services.some(({ id }) => id === after.id);
  const services = isKnown
    ? settings.services.map((one) => (one.id === after.id ? after : one))
    : [...settings.services, after];
  return { ...settings, ...rest, services };
}

/** A free id for a service of this name: `pilot-flight-service`, `pilot-flight-service-2`. */
export function newServiceId(name: string, services: readonly { readonly id: string }[]): string {
  const used = new Set([demoProfile, 'emulator', ...services.map(({ id }) => id)]);
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '');
  const base = plain === '' ? 'service' : plain;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!used.has(id)) return id;
  }
}
