import { execFileSync } from 'node:child_process';

/** Addresses that are nobody's, set aside for measurements of networks (RFC 2544). */
const RANGES = { database: '198.18', nats: '198.19' };
const REACH_MS = 5_000;

export type Line = keyof typeof RANGES;

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/**
 * A link of this machine that never has an address: a browser gives up what it asks for whenever one of the machine comes
 * or goes, and browsers may be tested meanwhile.
 */
function addLink(name: string, ...kind: string[]): void {
  ip('link', 'add', name, ...kind);
  ip('link', 'set', name, 'addrgenmode', 'none');
}

/** Where all cables of a kind meet. */
interface Bridge {
  name: string;
  /** The first three bytes of the addresses at it; this machine has the first one. */
  net: string;
}

/** A cable between this machine and a process in a network of its own. */
class Cable {
  /** Where this machine is reached from the other end. */
  readonly near: string;
  /** Where the process is reached from here. */
  readonly far: string;
  readonly #bridge: string;
  readonly #end: string;

  constructor({ name, net }: Bridge, namespace: string, n: number) {
    this.near = `${net}.1`;
    this.far = `${net}.${n + 10}`;
    this.#bridge = name;
    this.#end = `${name}${n}`;
    const there = `to-${name.slice(-1)}`;
    addLink(this.#end, 'type', 'veth', 'peer', 'name', there, 'netns', namespace);
    ip('link', 'set', this.#end, 'master', name, 'up');
    ip('-n', namespace, 'addr', 'add', `${this.far}/24`, 'dev', there);
    ip('-n', namespace, 'link', 'set', there, 'up');
  }

  /** Nothing comes through any more, and neither end is told: as when it is cut behind the next switch. */
  cut(): void {
    ip('link', 'set', this.#end, 'nomaster');
  }

  mend(): void {
    ip('link', 'set', this.#end, 'master', this.#bridge);
  }
}

/** A network of one process's own, with a cable of its own to each of what it needs. */
export class Namespace {
  readonly name: string;
  readonly cables: Record<Line, Cable>;

  constructor(name: string, bridges: Record<Line, Bridge>, n: number) {
    this.name = name;
    ip('netns', 'add', name);
    ip('-n', this.name, 'link', 'set', 'lo', 'up');
    this.cables = {
      database: new Cable(bridges.database, this.name, n),
      nats: new Cable(bridges.nats, this.name, n),
    };
  }

  /** What starts a program in it. */
  get within(): string[] {
    return ['ip', 'netns', 'exec', this.name];
  }
}

/**
 * Networks for processes, so that a cable to one of them can be cut in the kernel: what is sent is never confirmed, and
 * the time limits of connections have to find out by themselves. Making them takes the rights of root.
 */
export class Cabling {
  readonly #bridges: Record<Line, Bridge>;
  /** Names, also of those that could be made in part only. */
  readonly #namespaces: string[] = [];

  private constructor() {
    // Names of links have at most fifteen letters; runs beside each other have other numbers.
    const bridge = (line: Line): Bridge => ({
      name: `plecho${process.pid % 10_000}${line.slice(0, 1)}`,
      net: `${RANGES[line]}.${process.pid % 256}`,
    });
    this.#bridges = { database: bridge('database'), nats: bridge('nats') };
    process.once('exit', () => this.remove());
  }

  /** @returns null where it may not be done, or where nothing comes through: the reason is written to stderr */
  static lay(): Cabling | null {
    const cabling = new Cabling();
    try {
      for (const { name, net } of Object.values(cabling.#bridges)) {
        // An address of its own: it would take that of a cable, and answer for it when that is cut.
        addLink(name, 'address', '02:00:00:00:00:01', 'type', 'bridge');
        ip('link', 'set', name, 'up');
        // Answered to and connected from, though no link has it.
        ip('route', 'add', 'local', `${net}.1`, 'dev', name);
        ip('route', 'add', `${net}.0/24`, 'dev', name, 'src', `${net}.1`);
      }
      cabling.#expectThrough(cabling.namespace());
      return cabling;
    } catch (error) {
      process.stderr.write(`No networks of their own for processes, doors stand for cables: ${String(error)}\n`);
      cabling.remove();
      return null;
    }
  }

  namespace(): Namespace {
    const n = this.#namespaces.length;
    const name = `plecho-${process.pid}-${n}`;
    this.#namespaces.push(name);
    return new Namespace(name, this.#bridges, n);
  }

  /** May be done twice, and when it was laid in part only. */
  remove(): void {
    const made = [
      ...this.#namespaces.splice(0).map((name) => ['netns', 'del', name]),
      ...Object.values(this.#bridges).map(({ name }) => ['link', 'del', name]),
    ];
    for (const words of made) {
      try {
        ip(...words);
      } catch {
        // It was not there.
      }
    }
  }

  /** @throws Error unless the machine answers to who is in the namespace: a refusal is an answer */
  #expectThrough({ within: [command = '', ...rest], cables }: Namespace): void {
    for (const { near } of Object.values(cables)) {
      const asks = `require('net').connect(9, '${near}').on('connect', done).on('error', done);
        function done(error) { process.exit(error?.code === 'ECONNREFUSED' || !error ? 0 : 1); }`;
      execFileSync(command, [...rest, process.execPath, '-e', asks], { timeout: REACH_MS, stdio: 'ignore' });
    }
  }
}
