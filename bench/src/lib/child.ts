import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A helper process of a benchmark that answers lines with lines. */
export interface Child {
  process: ChildProcess;
  send(line: string): void;
  /** The next line that it prints. */
  line(): Promise<string>;
  ask(line: string): Promise<string>;
  end(): void;
}

/** Starts `file` of this folder with Node. */
export function startChild(file: string, args: string[], nodeOptions: string[] = []): Child {
  const path = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--max-old-space-size=4096', ...nodeOptions, path, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${file} ended`);
    return value;
  };
  const send = (text: string): void => {
    child.stdin.write(`${text}\n`);
  };
  return {
    process: child,
    send,
    line,
    ask(text) {
      send(text);
      return line();
    },
    end: () => child.kill(),
  };
}
