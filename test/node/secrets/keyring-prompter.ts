// A prompter for a locked gnome-keyring, in place of the desktop's, whose person never answers: it takes the name on the
// session bus of its test, prints `ready` when the bus says so, and answers no call. Implements the needed part of D-Bus
// (D-Bus Specification, "Message Protocol").
import { connect } from 'node:net';

const bus = 'org.freedesktop.DBus';

/** A call to the bus; `body` is the name that is asked for, and its flags (4: do not wait in a queue). */
function callOf(serial: number, member: string, body?: readonly [name: string, flags: number]): Buffer {
  let bytes = Buffer.from(['l'.charCodeAt(0), 1, 0, 1]);
  const put = (...parts: (Buffer | readonly number[])[]) =>
    (bytes = Buffer.concat([bytes, ...parts.map((part) => Buffer.from(part))]));
  const align = (to: number) => put(Buffer.alloc((to - (bytes.length % to)) % to));
  const number = (value: number) => {
    align(4);
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    put(four);
  };
  const text = (value: string) => {
    number(value.length);
    put(Buffer.from(`${value}\0`));
  };
  number(0);
  number(serial);
  number(0);
  const fieldsAt = bytes.length;
  for (const [code, kind, value] of [
    [1, 'o', '/org/freedesktop/DBus'],
    [2, 's', bus],
    [3, 's', member],
    [6, 's', bus],
  ] as const) {
    align(8);
    put([code, 1], Buffer.from(`${kind}\0`));
    text(value);
  }
  if (body) {
    align(8);
    put([8, 1], Buffer.from('g\0'), [2], Buffer.from('su\0'));
  }
  bytes.writeUInt32LE(bytes.length - fieldsAt, 12);
  align(8);
  const bodyAt = bytes.length;
  if (body) {
    text(body[0]);
    number(body[1]);
  }
  bytes.writeUInt32LE(bytes.length - bodyAt, 4);
  return bytes;
}

const socketPath = /unix:(?:.*,)?path=([^,;]+)/.exec(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1];
if (socketPath === undefined) throw new Error('no session bus');
const socket = connect(decodeURIComponent(socketPath));
const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
socket.write(`\0AUTH EXTERNAL ${user}\r\nBEGIN\r\n`);
socket.write(callOf(1, 'Hello'));
socket.write(callOf(2, 'RequestName', ['org.gnome.keyring.SystemPrompter', 4]));
let came = '';
socket.on('data', function wait(chunk: Buffer) {
  came += chunk.toString('latin1');
  // The bus announces a name to who has got it. The reader of the line is gone after the first.
  if (!/NameAcquired[^]*org\.gnome\.keyring\.SystemPrompter/.test(came)) return;
  socket.off('data', wait).resume();
  process.stdout.write('ready\n');
});
// The session has ended.
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(0));
