// A child process that holds connections: `PORT COUNT`. Half send nothing, half begin a request and never end it.
// Closed ones are reopened. Prints how many it holds from time to time, until it is stopped.
import { connect } from 'node:net';

const [port = 0, count = 0] = process.argv.slice(2).map(Number);
/** The number opened at a time: more would only queue. */
const atOnce = 200;
let held = 0;
let opening = 0;
let opened = 0;

function more(): void {
  while (held + opening < count && opening < atOnce) {
    opening += 1;
    const half = `POST /bridge/open HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\nX-`;
    const socket = connect(port, '127.0.0.1');
    let isHeld = false;
    socket.on('connect', () => {
      isHeld = true;
      opening -= 1;
      held += 1;
      opened += 1;
      if (opened % 2) socket.write(half);
      more();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (isHeld) held -= 1;
      else opening -= 1;
      setImmediate(more);
    });
    socket.resume();
  }
}

more();
setInterval(() => process.send?.({ held, opened }), 100);
process.on('disconnect', () => process.exit());
