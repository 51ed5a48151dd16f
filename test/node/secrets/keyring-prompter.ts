// A prompter for a locked gnome-keyring, in place of the desktop's: it refuses, never answers, or types a password on
// SIGUSR2. Runs on the session bus of its test (`node keyring-prompter.ts refuse`) and prints `ready` when the bus knows it.
// Implements the needed part of D-Bus (D-Bus Specification, "Message Protocol") and the prompter's password exchange
// (Diffie-Hellman with RFC 3526's 1,536-bit group, HKDF, AES-128-CBC).
import { createCipheriv, createDiffieHellmanGroup, hkdfSync, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

type Message = {
  readonly type: number;
  readonly serial: number;
  readonly sender: string;
  readonly member: string;
  readonly body: Buffer;
};

const [METHOD_CALL, METHOD_RETURN] = [1, 2] as const;
const callbackInterface = 'org.gnome.keyring.internal.Prompter.Callback';

/** Writes aligned values, little endian. */
function createWriter() {
  let bytes = Buffer.alloc(0);
  const align = (to: number) => (bytes = Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]));
  const uint = (value: number) => {
    align(4);
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    bytes = Buffer.concat([bytes, four]);
  };
  const byte = (...values: number[]) => (bytes = Buffer.concat([bytes, Buffer.from(values)]));
  const text = (value: string) => {
    uint(Buffer.byteLength(value));
    bytes = Buffer.concat([bytes, Buffer.from(`${value}\0`)]);
  };
  const signature = (value: string) => byte(value.length, ...Buffer.from(value), 0);
  /** An empty `a{sv}`. */
  const noProperties = () => {
    uint(0);
    align(8);
  };
  return { align, uint, byte, text, signature, noProperties, bytes: () => bytes };
}

/** Returns the text at `at`, and the offset after it. */
function textAt(body: Buffer, at: number): { text: string; next: number } {
  const from = Math.ceil(at / 4) * 4;
  const length = body.readUInt32LE(from);
  return { text: body.toString('utf8', from + 4, from + 4 + length), next: from + 4 + length + 1 };
}

let serial = 0;
function message(
  type: number,
  fields: readonly (readonly [code: number, kind: string, value: string | number])[],
  body: Buffer,
) {
  const inner = createWriter();
  // The array of fields starts at a multiple of eight, so alignment inside it is the same.
  for (const [code, kind, value] of fields) {
    inner.align(8);
    inner.byte(code);
    inner.signature(kind);
    if (typeof value === 'number') inner.uint(value);
    else if (kind === 'g') inner.signature(value);
    else inner.text(value);
  }
  const out = createWriter();
  serial += 1;
  out.byte('l'.charCodeAt(0), type, 0, 1);
  out.uint(body.length);
  out.uint(serial);
  out.uint(inner.bytes().length);
  const head = createWriter();
  head.byte(...out.bytes(), ...inner.bytes());
  head.align(8);
  return Buffer.concat([head.bytes(), body]);
}

/** Returns the next complete message, if there is one. */
function readMessage(bytes: Buffer): { message: Message; length: number } | null {
  if (bytes.length < 16) return null;
  const fieldsLength = bytes.readUInt32LE(12);
  const bodyAt = Math.ceil((16 + fieldsLength) / 8) * 8;
  const length = bodyAt + bytes.readUInt32LE(4);
  if (bytes.length < length) return null;
  const texts = new Map<number, string>();
  for (let at = 16; at < 16 + fieldsLength;) {
    at = Math.ceil(at / 8) * 8;
    const code = bytes[at]!;
    const kind = String.fromCharCode(bytes[at + 2]!);
    at += 4;
    if (kind === 's' || kind === 'o') {
      const found = textAt(bytes, at);
      texts.set(code, found.text);
      at = found.next;
    } else if (kind === 'g') {
      at += 1 + bytes[at]! + 1;
    } else {
      at += 4;
    }
  }
  const field = (code: number) => texts.get(code) ?? '';
  return {
    message: {
      type: bytes[1]!,
      serial: bytes.readUInt32LE(8),
      sender: field(7),
      member: field(3),
      body: bytes.subarray(bodyAt, length),
    },
    length,
  };
}

type Answer = 'refuse' | 'silent' | { readonly password: string };

function startPrompter(answer: Answer) {
  const socketPath = /unix:(?:.*,)?path=([^,;]+)/.exec(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1];
  if (socketPath === undefined) throw new Error('no session bus');
  const bus = connect(decodeURIComponent(socketPath));
  const mine = createDiffieHellmanGroup('modp5');
  const publicKey = mine.generateKeys('base64');
  const typing = new Promise<void>((resolve) => void process.once('SIGUSR2', () => resolve()));

  const call = (destination: string, path: string, iface: string, member: string, kinds: string, body: Buffer) =>
    bus.write(
      message(
        METHOD_CALL,
        [
          [1, 'o', path],
          [2, 's', iface],
          [3, 's', member],
          [6, 's', destination],
          ...(kinds === '' ? [] : [[8, 'g', kinds] as const]),
        ],
        body,
      ),
    );
  const driver = (member: string, kinds = '', body = Buffer.alloc(0)) =>
    call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', member, kinds, body);
  const ready = (to: Message, reply: string, exchange: string) => {
    const body = createWriter();
    body.text(reply);
    body.noProperties();
    body.text(exchange);
    call(to.sender, textAt(to.body, 0).text, callbackInterface, 'PromptReady', 'sa{sv}s', body.bytes());
  };

  /** Answers the keyring with the password, encrypted with the shared key. */
  function sealed(exchange: string, password: string): string {
    const theirs = /^public=(.*)$/m.exec(exchange)?.[1] ?? '';
    const key = hkdfSync('sha256', mine.computeSecret(theirs, 'base64'), '', '', 16);
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-128-cbc', Buffer.from(key), iv);
    const secret = Buffer.concat([cipher.update(password), cipher.final()]);
    return `[sx-aes-1]\npublic=${publicKey}\nsecret=${secret.toString('base64')}\niv=${iv.toString('base64')}\n`;
  }

  function onCall(asked: Message) {
    bus.write(
      message(
        METHOD_RETURN,
        [
          [5, 'u', asked.serial],
          [6, 's', asked.sender],
        ],
        Buffer.alloc(0),
      ),
    );
    if (asked.member === 'BeginPrompting') ready(asked, '', `[sx-aes-1]\npublic=${publicKey}\n`);
    if (asked.member === 'PerformPrompt') {
      // The last text of the message, after the properties.
      const at = asked.body.lastIndexOf('[sx-aes-1]');
      const exchange = at < 0 ? '' : asked.body.toString('utf8', at, asked.body.length - 1);
      if (answer === 'refuse') ready(asked, 'no', `[sx-aes-1]\npublic=${publicKey}\n`);
      else if (answer !== 'silent') void typing.then(() => ready(asked, 'yes', sealed(exchange, answer.password)));
    }
    if (asked.member === 'StopPrompting') {
      call(asked.sender, textAt(asked.body, 0).text, callbackInterface, 'PromptDone', '', Buffer.alloc(0));
    }
  }

  let isAuthenticated = false;
  let came = Buffer.alloc(0);
  bus.on('connect', () => {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    bus.write(`\0AUTH EXTERNAL ${user}\r\n`);
  });
  bus.on('data', (chunk: Buffer) => {
    if (!isAuthenticated) {
      isAuthenticated = true;
      bus.write('BEGIN\r\n');
      driver('Hello');
      const body = createWriter();
      body.text('org.gnome.keyring.SystemPrompter');
      body.uint(4);
      driver('RequestName', 'su', body.bytes());
      return;
    }
    came = Buffer.concat([came, chunk]);
    for (let next = readMessage(came); next !== null; next = readMessage(came)) {
      came = came.subarray(next.length);
      if (next.message.type === METHOD_CALL) onCall(next.message);
      // The bus's second answer is about the name.
      if (next.message.type === METHOD_RETURN && (answersOfBus += 1) === 2) process.stdout.write('ready\n');
    }
  });
  let answersOfBus = 0;
  // The session has ended.
  bus.on('close', () => process.exit(0));
  bus.on('error', () => process.exit(0));
}

const [, , how = 'refuse'] = process.argv;
startPrompter(how === 'refuse' || how === 'silent' ? how : { password: how });
