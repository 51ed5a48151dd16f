// `settings`: shows and changes settings. `ID.NAME` belongs to the service with that id, which is added if there is none;
// `service.NAME` belongs to the active service.
import {
  newService,
  serviceInUse,
  settingsSchema,
  type ServiceSettings,
  type SettingsChange,
} from '../../../contract/settings.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import { hasId, message, type Message } from '../../../messages/message.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { exitCodes, fail, type Output, wrongUsage } from '../terminal/output.ts';

type Known = CommandOutput<'settings.read'>;
type Wanted = { profile: string | null; general: SettingsChange; services: Map<string, Partial<ServiceSettings>> };

/** More than one value, or nothing to choose: these are changed in the window. */
const notShown = ['version', 'setup', 'services', 'logbook', 'shortcuts', 'recentCommands'] as const;
type Shown = Exclude<keyof typeof settingsSchema.shape, (typeof notShown)[number]>;
const shown = Object.keys(settingsSchema.shape).filter((name): name is Shown => !notShown.includes(name as never));

/** The arguments that change a setting with a fixed set of values. */
export const settingWords: readonly string[] = shown.flatMap((name) => {
  const { def } = settingsSchema.shape[name];
  const values = def.type === 'enum' ? Object.values(def.entries) : def.type === 'boolean' ? [true, false] : [];
  return values.map((value) => `${name}=${value}`);
});

export async function settings({ companion }: Opened, { args, options, out }: Given): Promise<number> {
  const sameService = options['same-service'] === true;
  if (args[0] === 'remove') return removeService(companion, out, args.slice(1));
  if (args.length > 0) {
    const now = await call(companion, 'settings.read', {});
    if (!now.ok) return fail(out, now.failure);
    const wanted = parse(args, now.value);
    if ('id' in wanted) return wrongUsage(out, wanted);
    const changes: SettingsChange[] = [...wanted.services].map(([id, change]) => ({ service: { ...change, id } }));
    if (Object.keys(wanted.general).length > 0) changes.unshift(wanted.general);
    for (const change of changes) {
      const result = await call(companion, 'settings.change', { ...change, ...(sameService && { sameService }) });
      if (result.ok) continue;
      const code = fail(out, result.failure);
      if (hasId(result.failure.message, 'failure.addressInUse')) out.warn(message('cli.settings.addressInUse'));
      return code;
    }
    const { profile } = wanted;
    const chosen = profile === null ? null : await call(companion, 'profile.choose', { profile });
    if (chosen?.ok === false) return fail(out, chosen.failure);
  }
  return list(companion, out);
}

async function list(companion: Opened['companion'], out: Output): Promise<number> {
  const read = await call(companion, 'settings.read', {});
  if (!read.ok) return fail(out, read.failure);
  const { services, withSecret, ...rest } = read.value;
  for (const name of shown) out.print(`${name}=${String(rest[name])}`);
  for (const { id, ...service } of services) {
    for (const [name, value] of Object.entries(service)) out.print(`${id}.${name}=${String(value)}`);
    if (service.mode === 'own-application')
      out.print(message('cli.settings.secret', { id, stored: withSecret.includes(id) }));
  }
  out.printJson({ type: 'settings', ...rest, services, with_secret: withSecret });
  return exitCodes.done;
}

async function removeService(companion: Opened['companion'], out: Output, args: readonly string[]): Promise<number> {
  const [id] = args;
  if (id === undefined || args.length > 1) return wrongUsage(out, message('cli.settings.removeUsage'));
  const result = await call(companion, 'services.remove', { id });
  if (!result.ok) return fail(out, result.failure);
  out.print(message('cli.settings.removed', { id }));
  out.printJson({ type: 'settings', removed: id });
  return exitCodes.done;
}

/** Returns the changes in the arguments, or what is wrong with the first invalid one. */
function parse(args: readonly string[], now: Known): Wanted | Message {
  const { services, profile: _profile, version: _version, withSecret: _secrets, ...rest } = now;
  // What the window remembers is changed there.
  const { logbook: _logbook, shortcuts: _shortcuts, recentCommands: _recent, ...general } = rest;
  const wanted: Wanted = { profile: null, general: {}, services: new Map() };
  for (const arg of args) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z]+)?)=(.*)$/s.exec(arg) ?? [];
    if (name === undefined || value === undefined) return message('cli.settings.syntax', { given: arg });
    const unknown = message('cli.settings.unknown', { name });
    const [group, key] = name.split('.') as [string, string?];
    if (name === 'profile') {
      wanted.profile = value;
    } else if (key === undefined) {
      const known = (general as Readonly<Record<string, string | number | boolean>>)[group];
      if (known === undefined) return unknown;
      Object.assign(wanted.general, { [group]: asTypeOf(known, value) });
    } else {
      const id = group === 'service' && !services.some((one) => one.id === group) ? serviceInUse(now).id : group;
      const known = (services.find((one) => one.id === id) ?? newService(id))[key as keyof ServiceSettings];
      if (known === undefined || key === 'id') return unknown;
      wanted.services.set(id, { ...wanted.services.get(id), [key]: asTypeOf(known, value) });
    }
  }
  return wanted;
}

/** Converts a value to the type of the present one; what does not fit stays text, which the schema rejects. */
function asTypeOf(known: string | number | boolean, text: string): string | number | boolean {
  if (typeof known === 'number' && /^\d+$/.test(text)) return Number(text);
  if (typeof known === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
