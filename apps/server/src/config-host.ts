/** Where somebody at this machine finds it by the name that every machine has for itself. */
const HERE: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/** A host as it stands before a port: an IPv6 address is in brackets there. */
export const beforePort = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Where somebody at this machine finds what listens on HOST and PORT. */
export const siteOf = (host: string, port: number): string =>
  `http://${HERE.has(host) ? 'localhost' : beforePort(host)}:${port}`;
