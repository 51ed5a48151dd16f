// Runs in the companion before anything else: counts how often each timer fires, by the place that started it. At
// SIGUSR2 it prints the counts, and the processor time so far.
/** @type {Map<string, number>} */
const fired = new Map();

/** Core starts all its timers by these; a built file has only the names. */
const coresClock = /system-clock|at Object\.(?:schedule|sleep) /;

/** Returns the line that started a timer, skipping core's clock. */
const placeOf = () =>
  (new Error().stack ?? '')
    .split('\n')
    .slice(3)
    .find((line) => !coresClock.test(line)) ?? '';

/** @param {typeof setTimeout | typeof setInterval} start */
const counted =
  (start) =>
  (/** @type {(...values: unknown[]) => void} */ action, /** @type {unknown[]} */ ...more) => {
    const place = placeOf();
    const count = (/** @type {unknown[]} */ ...values) => {
      fired.set(place, (fired.get(place) ?? 0) + 1);
      action(...values);
    };
    return Reflect.apply(start, globalThis, [count, ...more]);
  };
Object.assign(globalThis, { setTimeout: counted(setTimeout), setInterval: counted(setInterval) });

process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage();
  const counts = { fired: Object.fromEntries(fired), cpuMs: (user + system) / 1_000 };
  process.stdout.write(`\nidle:${JSON.stringify(counts)}\n`);
});
