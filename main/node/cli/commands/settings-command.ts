// `settings`: what can be set, and changes of it. `service.NAME` is of the service in use, `ID.NAME` of the one with that id,
// which is added where there is none.
import { newService, serviceInUse, type ServiceSettings, type SettingsChange } from '../../../contract/settings.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import type { Opened } from '../../open-companion.ts';
import { call } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import type { Output } from '../output.ts';

type Known = CommandOutput<'settings.read'>;
type Wanted = { profile: string | null; general: SettingsChange; services: Map<string, Partial<ServiceSettings>> };

export async function settings({ companion }: Opened, out: Output, message: readonly string[]): Promise<number> {
  if (message[0] === 'remove') return removeService(companion, out, message.slice(1));
  if (message.length > 0) {
    const now = await call(companion, 'settings.read', {});
    if (!now.ok) return fail(out, now.failure);
    const wanted = read(message, now.value);
    if (typeof wanted === 'string') {
      out.warn(wanted);
      return exitCodes.usage;
    }
    const changes: SettingsChange[] = [...wanted.services].map(([id, change]) => ({ service: { ...change, id } }));
    if (Object.keys(wanted.general).length > 0) changes.unshift(wanted.general);
    for (const change of changes) {
      const result = await call(companion, 'settings.change', change);
      if (!result.ok) return fail(out, result.failure);
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
  for (const [name, value] of Object.entries(rest)) if (name !== 'version') out.say(`${name}=${String(value)}`);
  for (const { id, ...service } of services) {
    for (const [name, value] of Object.entries(service)) out.say(`${id}.${name}=${String(value)}`);
    if (service.mode === 'own-application')
      out.say(`${id}: secret ${withSecret.includes(id) ? 'kept' : 'not given yet'}`);
  }
  out.fact({ type: 'settings', ...read.value });
  return exitCodes.done;
}

async function removeService(companion: Opened['companion'], out: Output, message: readonly string[]): Promise<number> {
  const [id] = message;
  if (id === undefined || message.length > 1) {
    out.warn('Name the service that is taken off the list, by its id: settings remove ID');
    return exitCodes.usage;
  }
  const result = await call(companion, 'services.remove', { id });
  if (!result.ok) return fail(out, result.failure);
  out.say(`${id} is off the list, with its secret and its sign-ins. Its reports and histories stay.`);
  out.fact({ type: 'settings', removed: id });
  return exitCodes.done;
}

/** What the words ask for, or a sentence about the first that asks for nothing. */
function read(message: readonly string[], now: Known): Wanted | string {
  const { services, profile: _profile, version: _version, withSecret: _secrets, ...general } = now;
  const wanted: Wanted = { profile: null, general: {}, services: new Map() };
  for (const word of message) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z]+)?)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined) return `A setting is written NAME=VALUE, not "${word}".`;
    const unknown = `There is no setting "${name}" that takes "${value}". \`settings\` lists them.`;
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

/** Text from the command line as the kind of value that stands there now; what does not fit stays text and is refused with words. */
function asTypeOf(known: string | number | boolean, text: string): string | number | boolean {
  if (typeof known === 'number' && /^\d+$/.test(text)) return Number(text);
  if (typeof known === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function fail(out: Output, failure: Parameters<Output['failure']>[0]): number {
  out.failure(failure);
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodeOf(failure);
}
