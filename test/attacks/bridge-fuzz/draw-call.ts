// One random call of a misbehaving window: mostly close to a valid one, with wrong names, types, sizes, prototypes and
// senders. Paths stay in the run's own folder, and addresses lead nowhere.
import { commandInputs, type CommandName } from '../../../main/contract/commands.ts';
import { channels } from '../../../main/electron/preload/channels.ts';
import type { Chance } from '../../support/chance.ts';

export type Sender = 'window' | 'frame' | 'elsewhere' | 'gone';
export type FuzzCall = { readonly sender: Sender; readonly channel: string; readonly values: readonly unknown[] };

const names = Object.keys(commandInputs) as CommandName[];
const inherited = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];

/** A valid value for each field; everything else is random. */
const samples = (folder: string): Readonly<Record<string, readonly unknown[]>> => ({
  profile: ['demo', 'service', 'emulator', 'nobody'],
  otherPilot: [true, false],
  address: ['http://127.0.0.1:9/callback?code=x&state=y', 'not an address', 'https://nowhere.invalid'],
  secret: [null, 'a secret of the fuzz'],
  service: [{ address: 'https://nowhere.invalid' }, { id: 'other', name: 'Other', scopes: 'x' }, 'service'],
  bay: ['queue', 'needs-attention', 'under-review', 'completed', 'not-uploaded'],
  after: [null, '1', 'job-1', '999999999999'],
  limit: [1, 50, 200],
  id: ['job-1', 'job-2', 'flight-1', 'job-999999', 1, 999_999],
  answer: ['approve', 'reject'],
  path: [folder, `${folder}/missing`, `${folder}/a\u0000b`, `${folder}/${'x'.repeat(300)}`],
  paths: [[], [`${folder}/a.png`], [`${folder}/missing.png`, folder]],
  existing: [true, false],
  rules: [{}, { approval: true }, { names: { only: '*.png', not: '' } }],
  names: [null, { only: '(((((', not: '*' }],
  approval: [null, true],
  theme: ['dark', 'light'],
  maxFileBytes: [1024, 10_485_760],
  allowFileVault: [false],
  sha256: ['0'.repeat(64)],
  name: ['a.png', '../../a.png'],
  subject: [{ kind: 'report', stripId: 'job-1' }],
  stripId: ['job-1'],
  state: ['completed'],
});

/** Unexpected values. All can be sent between processes (structured clone). */
function wild(chance: Chance): unknown {
  const draws: (() => unknown)[] = [
    () => null,
    () => undefined,
    () => chance.pick([0, -0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 63)]),
    () => chance.pick([true, false]),
    () => chance.text(chance.int(0, 40)),
    () => chance.pick(inherited),
    () => 'x'.repeat(chance.pick([1_000, 5_000, 100_000])),
    () => '\ud800',
    () => 12n,
    () => new Date(chance.pick([0, Number.NaN, 8.64e15])),
    () => /(a+)+$/,
    () => new Map([['id', 'job-1']]),
    () => new Set([1]),
    () => new Uint8Array(chance.int(0, 100)),
    () => new Error('of the window'),
    () => Array.from({ length: chance.pick([0, 1, 2_000]) }, () => 'job-1'),
    () => deep(chance.pick([10, 1_000])),
    () => circle(),
    () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
    () => Object.assign(Object.create(null) as object, { id: 'job-1' }),
    () => ({ toJSON: 1, toString: null, valueOf: 'none' }),
  ];
  return chance.pick(draws)();
}

function deep(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = { id: value };
  return value;
}

function circle(): unknown {
  const value: Record<string, unknown> = { id: 'job-1' };
  value['self'] = value;
  return value;
}

function fieldsOf(name: CommandName): string[] {
  const { shape } = commandInputs[name] as unknown as { shape?: Record<string, unknown> };
  return Object.keys(shape ?? {});
}

function drawInput(chance: Chance, folder: string, name: CommandName): unknown {
  if (chance.is(0.08)) return wild(chance);
  const known = samples(folder);
  const input: Record<string, unknown> = {};
  for (const field of fieldsOf(name)) {
    if (chance.is(0.1)) continue;
    const good = known[field];
    input[field] = good === undefined || chance.is(0.2) ? wild(chance) : chance.pick(good);
  }
  if (chance.is(0.1))
    Object.defineProperty(input, chance.pick([...inherited, 'extra']), { value: wild(chance), enumerable: true });
  return input;
}

const drawFile = (chance: Chance, folder: string) =>
  chance.is(0.2)
    ? wild(chance)
    : {
        name: chance.is(0.2) ? wild(chance) : chance.pick(['a.png', '../../b.png', 'C:\\c.png', '.', '..', '']),
        path: chance.is(0.2)
          ? wild(chance)
          : chance.pick([`${folder}/a.png`, `${folder}/missing.png`, folder, `${folder}/link.png`]),
      };

export function drawCall(chance: Chance, folder: string): FuzzCall {
  const sender: Sender = chance.is(0.9) ? 'window' : chance.pick(['frame', 'elsewhere', 'gone']);
  const channel = chance.is(0.8)
    ? channels.call
    : chance.pick([channels.files, channels.fileBytes, channels.image, channels.heard, channels.begun]);
  return { sender, channel, values: drawValues(chance, folder, channel) };
}

function drawValues(chance: Chance, folder: string, channel: string): unknown[] {
  if (chance.is(0.03)) return Array.from({ length: chance.int(0, 5) }, () => wild(chance));
  switch (channel) {
    case channels.files:
      return [chance.is(0.1) ? wild(chance) : Array.from({ length: chance.int(0, 4) }, () => drawFile(chance, folder))];
    case channels.fileBytes:
      return [
        {
          name: chance.pick(['a.png', '../x', wild(chance)]),
          bytes: chance.is(0.3) ? wild(chance) : chance.bytes(chance.int(0, 200)),
        },
      ];
    case channels.heard:
      return [chance.is(0.5) ? wild(chance) : chance.pick([null, 1, 50, 10_000_000])];
    case channels.image:
      return [
        chance.is(0.4) ? wild(chance) : chance.pick(['job-1', 'flight-1', 'job-', '../job-1', `job-${'9'.repeat(40)}`]),
      ];
    default: {
      const name = chance.is(0.08)
        ? chance.pick([...inherited, wild(chance), 'app.state ', 'APP.STATE'])
        : chance.pick(names);
      const isKnown = typeof name === 'string' && Object.hasOwn(commandInputs, name);
      return [name, isKnown ? drawInput(chance, folder, name as CommandName) : wild(chance)];
    }
  }
}
