// Owns a name on the session bus until its input ends: `node own-bus-name.mjs NAME`. Prints `ready` when it has it.
// Writes the two messages that this needs (D-Bus Specification, "Message Protocol").
import { connect } from 'node:net';

const [, , name = ''] = process.argv;
const path = /unix:(?:.*,)?path=([^,;]+)/.exec(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1] ?? '';

/** @param {number} value */
const uint = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
/** @param {string} value */
const text = (value) => Buffer.concat([uint(value.length), Buffer.from(`${value}\0`)]);
/** @param {Buffer} bytes @param {number} to */
const padded = (bytes, to) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);

/** @param {number} serial @param {string} member @param {string} kinds @param {Buffer} body */
function call(serial, member, kinds, body) {
  /** @type {[number, string, string][]} */
  const fields = [
    [1, 'o', '/org/freedesktop/DBus'],
    [2, 's', 'org.freedesktop.DBus'],
    [3, 's', member],
    [6, 's', 'org.freedesktop.DBus'],
  ];
  let list = Buffer.alloc(0);
  for (const [code, kind, value] of fields) {
    const head = Buffer.from([code, 1, kind.charCodeAt(0), 0]);
    list = Buffer.concat([padded(list, 8), head, text(value)]);
  }
  if (kinds !== '') {
    const signature = Buffer.from([8, 1, 'g'.charCodeAt(0), 0, kinds.length, ...Buffer.from(kinds), 0]);
    list = Buffer.concat([padded(list, 8), signature]);
  }
  const start = Buffer.concat([Buffer.from(['l'.charCodeAt(0), 1, 0, 1]), uint(body.length), uint(serial)]);
  return Buffer.concat([padded(Buffer.concat([start, uint(list.length), list]), 8), body]);
}

const bus = connect(decodeURIComponent(path));
const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
bus.on('connect', () => bus.write(`\0AUTH EXTERNAL ${user}\r\n`));
bus.once('data', () => {
  bus.write('BEGIN\r\n');
  bus.write(call(1, 'Hello', '', Buffer.alloc(0)));
  bus.write(call(2, 'RequestName', 'su', Buffer.concat([padded(text(name), 4), uint(4)])));
  let came = Buffer.alloc(0);
  bus.on('data', (chunk) => {
    came = Buffer.concat([came, chunk]);
    // The bus sends this signal once the name is ours; before it comes one with the connection's own name.
    if (came.includes(`${name}\0`)) process.stdout.write('ready\n');
  });
});
bus.on('close', () => process.exit(1));
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
