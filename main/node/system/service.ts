// Installs, removes and inspects the service; below, the file and the commands of each system.
import { execFile } from 'node:child_process';
import { namedDir, withHome } from '../../core/platform/files/home-dir.ts';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import { errorCode } from '../../core/platform/error-code.ts';

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

// The file that makes a system run `watch` at login: a systemd user unit, a LaunchAgent, or a scheduled task. Pure.

type ServiceSystem = 'linux' | 'darwin' | 'win32';

/** The program and its arguments. */
export type ServiceProgram = readonly [program: string, ...args: string[]];

type ServiceEnvironment = readonly (readonly [name: string, value: string])[];

/** The variables that lead to the service: proxies, and files of certificates. */
const carried = /^(?:https?_proxy|all_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|ssl_cert_dir)$/i;

/** Those that are set, with absolute paths. */
const serviceEnvironment = (env: Readonly<Record<string, string | undefined>>): ServiceEnvironment =>
  Object.entries(env)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) => {
      if (!carried.test(name) || value === undefined || value === '') return [];
      return [
        [name, /^(?:node_extra_ca_certs|ssl_cert_file)$/i.test(name) ? resolve(withHome(value)) : value] as const,
      ];
    });

const unitName = 'pilot-companion.service';
const agentLabel = 'app.pilotcompanion.watch';
const taskName = 'Pilot Companion';

/** systemd.service(5) and systemd.syntax(7): quoted, with percent and dollar signs doubled. */
const unitArgument = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

const unitVariable = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

const unitOf = (program: ServiceProgram, environment: ServiceEnvironment) => `[Unit]
Description=Pilot Companion: uploads flight-report screenshots

[Service]
Type=exec
ExecStart=${program.map(unitArgument).join(' ')}
${environment.map(([name, value]) => `Environment=${unitVariable(`${name}=${value}`)}\n`).join('')}Restart=on-failure
RestartSec=30
# A usage error, or a sign-in that is needed: starting again doesn't help.
RestartPreventExitStatus=2 3
TimeoutStopSec=30
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** launchd.plist(5): started at login, and again after a failure. */
const agentOf = (program: ServiceProgram, environment: ServiceEnvironment) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${agentLabel}</string>
  <key>ProgramArguments</key>
  <array>
${program.map((text) => `    <string>${xmlText(text)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${environment.map(([name, value]) => `    <key>${name}</key>\n    <string>${xmlText(value)}</string>\n`).join('')}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`;

/** How Windows splits a command line into arguments (CommandLineToArgvW). */
const windowsArgument = (text: string) => `"${text.replace(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;

/** Task Scheduler's schema 1.2. The empty time limit keeps it running for longer than three days. */
const taskOf = ([program, ...args]: ServiceProgram) => `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Uploads flight-report screenshots</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>10</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xmlText(program)}</Command>
      <Arguments>${xmlText(args.map(windowsArgument).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;

/** The text of the file. A task of Windows has no variables of its own. */
export function serviceFile(
  system: ServiceSystem,
  program: ServiceProgram,
  environment: ServiceEnvironment = [],
): string {
  if (system === 'linux') return unitOf(program, environment);
  return system === 'darwin' ? agentOf(program, environment) : taskOf(program);
}

type Commands = {
  /** Run one after the other once the file is written. */
  readonly install: readonly (readonly string[])[];
  /** Run before the file is removed; what fails is ignored, because it may not be running. */
  readonly remove: readonly (readonly string[])[];
  /** Succeeds while the service is known to the system and runs, or may run. */
  readonly status: readonly string[];
};

/** The system's own commands. `file`: its path; `userId`: of this user, on macOS. */
function serviceCommands(system: ServiceSystem, file: string, userId: number): Commands {
  if (system === 'linux') {
    const systemctl = (...args: string[]) => ['systemctl', '--user', ...args];
    return {
      install: [systemctl('daemon-reload'), systemctl('enable', '--now', unitName)],
      remove: [systemctl('disable', '--now', unitName)],
      status: systemctl('is-active', '--quiet', unitName),
    };
  }
  if (system === 'darwin') {
    const domain = `gui/${userId}`;
    return {
      install: [['launchctl', 'bootstrap', domain, file]],
      remove: [['launchctl', 'bootout', `${domain}/${agentLabel}`]],
      status: ['launchctl', 'print', `${domain}/${agentLabel}`],
    };
  }
  return {
    install: [
      ['schtasks', '/Create', '/TN', taskName, '/XML', file, '/F'],
      ['schtasks', '/Run', '/TN', taskName],
    ],
    remove: [
      ['schtasks', '/End', '/TN', taskName],
      ['schtasks', '/Delete', '/TN', taskName, '/F'],
    ],
    status: ['schtasks', '/Query', '/TN', taskName],
  };
}
