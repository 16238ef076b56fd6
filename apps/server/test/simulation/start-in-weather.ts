/** Starts a host whose storage may fail at it, as whoever runs a server would: again and again. */
export async function startInWeather(host: { start(): Promise<void> }): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await host.start();
      return;
    } catch {
      continue;
    }
  }
  throw new Error('the host never started');
}
