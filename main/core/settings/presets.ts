// Presets: read from files with messages, and added to the settings. What the pilot has set is never changed by one.
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type * as z from 'zod';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import {
  presetSchema,
  type Preset,
  type Settings,
  newService,
  newServiceId,
  type ServiceSettings,
} from '../../contract/settings.ts';
import { failures } from '../messages/failures.ts';
import { errorCode } from '../platform/error-code.ts';
import { withoutMark } from '../platform/text/byte-order-mark.ts';

const maxLogoSide = 512;

/** Returns the preset in a JSON text, or what is wrong with it. `file`: its name, for the message. */
export function readPreset(text: string, file: string): Result<Preset> {
  let json: unknown;
  try {
    json = JSON.parse(withoutMark(text));
  } catch {
    return failed(failures.presetNotJson(file));
  }
  const parsed = presetSchema.safeParse(json);
  if (!parsed.success) {
    return failed(problemOf(parsed.error.issues[0], json, file));
  }
  const { logo } = parsed.data;
  if (logo !== undefined && !isSmallPng(logo)) return failed(failures.presetLogo(file, maxLogoSide));
  return ok(parsed.data);
}

function problemOf(issue: z.core.$ZodIssue | undefined, json: unknown, file: string): Failure {
  if (issue?.code === 'unrecognized_keys') return failures.presetUnknownFields(file, issue.keys);
  const [field] = issue?.path ?? [];
  if (field === undefined) return failures.presetInvalid(file, 'object', '');
  const isMissing = !Object.hasOwn(json as object, field);
  return failures.presetInvalid(file, isMissing ? 'missing' : null, String(field));
}

const pngHeader = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A few bytes can describe an image that fills the memory of the window, so its size is read first. */
function isSmallPng(dataUrl: string): boolean {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (bytes.length < 24 || !bytes.subarray(0, pngHeader.length).equals(pngHeader)) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 && width <= maxLogoSide && height <= maxLogoSide;
}

/**
 * The settings with a service for each preset whose address none has yet; the same object if nothing is added. An empty
 * service without an address is replaced.
 */
export function withPresets(settings: Settings, presets: readonly Preset[]): Settings {
  let services = settings.services.filter((service) => service.address !== '' || service.id === settings.profile);
  const untouched = services.length;
  for (const preset of presets) {
    const isKnown = services.some(({ address }) => address === preset.address);
    if (!isKnown) services = [...services, serviceOfPreset(preset, services)];
  }
  return services.length === untouched ? settings : { ...settings, services };
}

// The service that a preset describes. docs/pilots/presets.md describes presets.

/** The service that a preset describes, with an id that none of `services` has. */
export function serviceOfPreset(
  { $schema: _schema, ...preset }: Preset,
  services: readonly ServiceSettings[],
): ServiceSettings {
  const fresh = newService(newServiceId(preset.name, services), preset.name);
  const given = Object.fromEntries(Object.entries(preset).filter(([, value]) => value !== undefined));
  const mode = preset.brokerAddress ? 'broker' : 'own-application';
  return { ...fresh, ...given, mode };
}

/** Returns the preset in a file, or why it can't be used. */
export async function readPresetFile(path: string): Promise<Result<Preset>> {
  try {
    return readPreset(await readFile(path, 'utf8'), basename(path));
  } catch (error) {
    return failed(failures.presetUnreadable(path, errorCode(error)));
  }
}

/** What a preset is called, so that it can be opened by double click. */
export const presetExtension = '.pilotpreset';

export const isPresetFile = (path: string): boolean => extname(path).toLowerCase() === presetExtension;

/** The presets in a folder, in the order of their names; none if there is no folder. `failures`: those that can't be used. */
export async function readPresetFolder(folder: string): Promise<{ presets: Preset[]; failures: Failure[] }> {
  const names = (await readdir(folder).catch(() => [])).toSorted((one, other) => (one < other ? -1 : 1));
  const wanted = names.filter((name) => isPresetFile(name) || extname(name).toLowerCase() === '.json');
  const read = await Promise.all(wanted.map((name) => readPresetFile(join(folder, name))));
  return {
    presets: read.flatMap((result) => (result.ok ? [result.value] : [])),
    failures: read.flatMap((result) => (result.ok ? [] : [result.failure])),
  };
}
