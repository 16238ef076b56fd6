import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Request times from a fast command to one that the person would call slow. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Reading {
  labels?: Record<string, string>;
  value: number;
}

/** Figures for Prometheus. Nothing here names a person. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** Adds a figure that is read when it is asked for; one whose name ends with `_total` only ever grows. */
  add(name: string, help: string, labelNames: string[], read: () => Reading[] | Promise<Reading[]>): void;
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'plecho_' });
  const requests = new Histogram({
    name: 'plecho_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  /** Looking a series up by its labels costs more than counting in it. */
  const series = new Map<string, { observe(value: number): void }>();
  return {
    observeRequest(method, route, status, seconds) {
      const key = `${method} ${route} ${status}`;
      let one = series.get(key);
      if (one === undefined) series.set(key, (one = requests.labels(method, route, String(status))));
      one.observe(seconds);
    },
    add(name, help, labelNames, read) {
      const collect = async (): Promise<void> => {
        const readings = await read();
        figure.reset();
        for (const { labels, value } of readings) figure.inc(labels ?? {}, value);
      };
      const options = { name, help, labelNames, registers: [registry], collect };
      const figure = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
    },
    text: () => registry.metrics(),
  };
}
