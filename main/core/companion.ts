// The companion as its hosts see it: commands in, events out.
import type { IntakeAnswer } from '../contract/commands.ts';
import type { CompanionEvent } from '../contract/events.ts';
import type { Result } from '../contract/failure.ts';
import type { Source } from '../contract/strip.ts';
import type { Ports } from './ports.ts';

export type CompanionOptions = {
  readonly ports: Ports;
  /** Folder of everything of ours: database, spool, settings copies. Made where it is missing. */
  readonly dataDir: string;
  readonly host: { readonly kind: 'desktop' | 'browser'; readonly version: string };
  /** Use this profile for this run only, whatever the settings say. */
  readonly profile?:
    | { readonly kind: 'demo' }
    | { readonly kind: 'service' }
    | { readonly kind: 'emulator'; readonly address: string };
};

export type Companion = {
  /** Handles any command of main/contract/commands.ts. Name and input are parsed here: hand over what arrived. Never rejects. */
  handle(name: unknown, input: unknown): Promise<Result<unknown>>;
  /** Takes files into the queue. `name` is what the pilot calls it (differs from the path for bytes that a host received). */
  takeFiles(
    files: readonly { readonly path: string; readonly name: string }[],
    source: Source,
  ): Promise<Result<IntakeAnswer[]>>;
  /** The picture of a strip, for the host to serve: only from the spool. */
  picture(stripId: string): Promise<Result<{ path: string; mediaType: 'image/png' | 'image/jpeg' }>>;
  subscribe(listener: (event: CompanionEvent) => void): () => void;
  /** Ends all work, leaving everything on disk so that the next start goes on. */
  stop(): Promise<void>;
};
