// Installs, removes and inspects the service. Effects only: the file and the commands are in service-files.ts.
import { execFile } from 'node:child_process';
import { namedDir } from '../../core/platform/files/home-dir.ts';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import { errorCode } from '../../core/platform/error-code.ts';
import { agentLabel, serviceCommands, serviceEnvironment, serviceFile, unitName } from './service-files.ts';
import type { ServiceProgram, ServiceSystem } from './service-files.ts';

type Run = (command: readonly string[]) => Promise<boolean>;

type ServiceOptions = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Holds the task's file on Windows, which keeps its own copy. */
  readonly dataDir: string;
  readonly userId: number;
  /** Runs a command of the system; false if it is missing or fails. */
  readonly run?: Run;
};

export type Service = NonNullable<ReturnType<typeof createService>>;
type ServiceState = 'running' | 'stopped' | 'not-installed';

/** Returns null on a system without one of the three. */
export function createService(options: ServiceOptions) {
  const { platform, env, home, dataDir, userId, run = runCommand } = options;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') return null;
  const system: ServiceSystem = platform;
  const config = namedDir(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
  const file = {
    linux: join(config, 'systemd', 'user', unitName),
    darwin: join(home, 'Library', 'LaunchAgents', `${agentLabel}.plist`),
    win32: join(dataDir, 'service-task.xml'),
  }[system];
  const environment = serviceEnvironment(env);
  const commands = serviceCommands(system, file, userId);

  return {
    file,
    /** The variables that the service has, or would have on another system. */
    environment,
    keepsEnvironment: system !== 'win32',
    async install(program: ServiceProgram): Promise<Result<null>> {
      try {
        mkdirSync(dirname(file), { recursive: true });
        const text = serviceFile(system, program, environment);
        // A proxy's address may contain a password.
        rmSync(file, { force: true });
        // Task Scheduler reads UTF-16 with a byte order mark.
        if (system === 'win32') writeFileSync(file, `\uFEFF${text}`, { encoding: 'utf16le', mode: 0o600 });
        else writeFileSync(file, text, { mode: 0o600 });
      } catch (error) {
        return failed(failures.serviceNotWritten(file, errorCode(error)));
      }
      // An agent that is loaded already cannot be loaded again.
      if (system === 'darwin') for (const command of commands.remove) await run(command);
      for (const command of commands.install) {
        if (!(await run(command))) return failed(failures.serviceNotStarted(file, command.join(' ')));
      }
      return ok(null);
    },
    async remove(): Promise<Result<null>> {
      for (const command of commands.remove) await run(command);
      try {
        rmSync(file, { force: true });
      } catch (error) {
        return failed(failures.serviceNotWritten(file, errorCode(error)));
      }
      if (system === 'linux') await run(['systemctl', '--user', 'daemon-reload']);
      return ok(null);
    },
    async state(): Promise<ServiceState> {
      const isKnown = await run(commands.status);
      if (isKnown) return 'running';
      return existsSync(file) ? 'stopped' : 'not-installed';
    },
  };
}

const runCommand: Run = ([program = '', ...args]) =>
  new Promise((resolve) => {
    execFile(program, args, { windowsHide: true, timeout: 60_000 }, (error) => resolve(error === null));
  });
