// The process of the broker: environment, output, signals, exit code (docs/distributors/broker.md).

/** A safety net: the broker closes its connections sooner. */
const mostStopMs = 30_000;

// SIGUSR1 would open Node's inspector to every user of the machine if `--disable-sigusr1` is missing.
process.on('SIGUSR1', () => {});

// Registered before the imports, so that an early stop also exits with 0.
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

const { createBroker } = await import('./broker.ts');
const { readConfiguration } = await import('./configuration.ts');

const read = readConfiguration(process.env);
if ('problems' in read) {
  process.stderr.write(`The broker cannot start:\n${read.problems.map((one) => `  ${one}\n`).join('')}`);
  process.exitCode = 2;
} else {
  const { configuration, concerns } = read;
  const broker = createBroker(configuration, { logger: { level: 'info', base: null } });
  for (const concern of concerns) broker.log.warn(concern);
  const listening = broker.listen({ host: configuration.host, port: configuration.port });
  const stop = async () => {
    setTimeout(() => process.exit(1), mostStopMs).unref();
    // A broker that is closed while it starts to listen would still listen.
    await listening.catch(() => {});
    await broker.close();
  };
  stopping.signal.addEventListener('abort', () => void stop());
  if (stopping.signal.aborted) void stop();
  try {
    await listening;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const place = `${configuration.host} port ${configuration.port}`;
    process.stderr.write(`The broker cannot listen on ${place} (${code}). Set another port with BROKER_PORT.\n`);
    process.exitCode = 2;
    await broker.close();
  }
}
