/** Milliseconds of the machine's own time from some moment: how long something took, whatever the service's clock does. */
// oxlint-disable-next-line no-restricted-properties -- what is measured is the machine, not the service
export const stopwatchMs = (): number => performance.now();
