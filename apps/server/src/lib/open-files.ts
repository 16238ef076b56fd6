/** What systems allow a process that nobody gave more or less. */
const USUAL = 1_024;

/** How many files and sockets this process may have open at once; `Infinity` without a limit. */
export function openFileLimit(): number {
  // Otherwise the report looks up the names of addresses, and takes its time for it.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  if (soft === 'unlimited') return Infinity;
  return typeof soft === 'number' ? soft : USUAL;
}
