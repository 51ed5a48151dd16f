/** Milliseconds of the machine's monotonic time, not of the emulator's clock. */
// oxlint-disable-next-line no-restricted-properties -- measures real time
export const stopwatchMs = (): number => performance.now();
