import type { ProcessRole } from '@plecho/domain';
import { startProduct, type Product } from '../../../../tools/product/process.ts';
import type { Line, Namespace } from './cabling.ts';
import type { Gate } from './gate.ts';
import type { Site } from './trader.ts';

export interface Place {
  name: string;
  role: ProcessRole;
  dataDir: string;
  env: Record<string, string>;
  /** null: on loopback, as this process. */
  namespace: Namespace | null;
}

/** One process of several, behind doors of its own to the database and to NATS. */
export class Member implements Site {
  readonly name: string;
  readonly role: ProcessRole;
  readonly database: Gate;
  readonly nats: Gate;
  readonly #place: Place;
  #product: Product | null = null;
  /** undefined: that of this checkout. */
  #program: string | undefined;

  constructor(place: Place, doors: { database: Gate; nats: Gate }) {
    this.name = place.name;
    this.role = place.role;
    this.#place = place;
    this.database = doors.database;
    this.nats = doors.nats;
  }

  get url(): string {
    const { HOST = '127.0.0.1', PORT } = this.#place.env;
    return `http://${HOST}:${PORT}`;
  }

  get isRunning(): boolean {
    return this.#product !== null;
  }

  get pid(): number | undefined {
    return this.#product?.process.pid;
  }

  /** @returns when it is ready */
  async start(): Promise<void> {
    const { dataDir, env, namespace } = this.#place;
    const program = this.#program === undefined ? {} : { program: this.#program };
    this.#product = await startProduct(dataDir, env, { within: namespace?.within ?? [], ...program });
  }

  /** Puts another version in its place: that is what starts next. @param program its file */
  install(program: string): void {
    this.#program = program;
  }

  async stop(): Promise<void> {
    const product = this.#product;
    this.#product = null;
    await product?.stop();
  }

  async kill(): Promise<void> {
    const product = this.#product;
    this.#product = null;
    await product?.kill();
  }

  /** It does nothing more, and its connections stay as they are. */
  pause(): void {
    this.#product?.process.kill('SIGSTOP');
  }

  resume(): void {
    this.#product?.process.kill('SIGCONT');
  }

  /** Nothing comes through any more. @returns what was cut: a cable, or a door that stands for one */
  cut(lines: readonly Line[]): 'cable' | 'door' {
    const { namespace } = this.#place;
    for (const line of lines) {
      if (namespace === null) this[line].freeze();
      else namespace.cables[line].cut();
    }
    return namespace === null ? 'door' : 'cable';
  }

  mend(lines: readonly Line[]): void {
    const { namespace } = this.#place;
    for (const line of lines) {
      if (namespace === null) this[line].thaw();
      else namespace.cables[line].mend();
    }
  }
}
