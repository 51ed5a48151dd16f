// The channels between the window and the process, named once for both sides. Everything that a window can ask for is
// a command of main/contract/commands.ts on the first of them; a new command needs no new channel.

export const channels = {
  /** invoke(name, input): a command. Answers a Result. */
  call: 'companion:call',
  /** invoke([{ name, path }]): files that lie on this computer. Answers a Result of what became of each. */
  files: 'companion:files',
  /** invoke({ name, bytes }): one file that has no path here, from a web page or the clipboard. */
  fileBytes: 'companion:file-bytes',
  /** invoke(stripId): a report's picture. Answers a Result of its bytes, which the page decodes. */
  image: 'companion:image',
  /** invoke(): the page begins; it has heard nothing yet, and nothing is kept for it. */
  begun: 'companion:begun',
  /** invoke(count): so many events were heard since the last time. */
  heard: 'companion:heard',
  /** The process says what changed. */
  event: 'companion:event',
} as const;

/** The most that one file without a path may hold: such files cross from process to process in memory. */
export const maxReceivedBytes = 64 * 1024 * 1024;

/** The page says after so many events that it has heard them. */
export const hearEvery = 50;

/** The most files that one call may hand over. */
export const maxFilesAtOnce = 1000;
