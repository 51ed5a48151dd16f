// The channels between window and process, named once for both sides. Every request of a window is a command of
// main/contract/commands.ts on the first channel, so a new command needs no new channel.

export const channels = {
  /** invoke(name, input): a command. Returns a Result. */
  call: 'companion:call',
  /** invoke([{ name, path }]): files on this computer. Returns a Result with the outcome of each. */
  files: 'companion:files',
  /** invoke({ name, bytes }): one file without a path, from a web page or the clipboard. */
  fileBytes: 'companion:file-bytes',
  /** invoke(stripId): a report's image. Returns a Result with its bytes, which the page decodes. */
  image: 'companion:image',
  /** invoke(): the page has started or reloaded; earlier events are void. */
  begun: 'companion:begun',
  /** invoke(count): the page has received this many events since the last call. */
  heard: 'companion:heard',
  /** The process reports changes. */
  event: 'companion:event',
} as const;

/** Maximum size of a file without a path: it is sent between processes in memory. */
export const maxReceivedBytes = 64 * 1024 * 1024;

/** The page confirms events after this many. */
export const hearEvery = 50;

/** Most files in one call. */
export const maxFilesAtOnce = 1000;
