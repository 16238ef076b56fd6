import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type NewReplay } from '@plecho/contract';
import { followed, followedCall } from './admin.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { sendFile } from './send-file.ts';

const DATASETS = ['admin', 'datasets'] as const;

/** Often enough to see the rows of an import grow. */
const IMPORT_REFRESH_MS = 1_000;

/** All recordings, and the imports that are under way; asked for again every second while this page imports one. */
export function useOperatorDatasets() {
  const isImporting = useIsMutating({ mutationKey: DATASETS }) > 0;
  return useQuery({
    queryKey: DATASETS,
    queryFn: ({ signal }) => followedCall(api.replays.operatorList, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: isImporting && IMPORT_REFRESH_MS,
  });
}

interface Upload {
  file: File;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/** Imports a file of candles; answers with the report. */
export function useUploadDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: DATASETS,
    mutationFn: ({ file, ...options }: Upload) =>
      followed(sendFile(api.replays.upload, { query: { name: file.name } }, file, options)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: DATASETS }),
        client.invalidateQueries({ queryKey: keys.datasets() }),
      ]),
  });
}

/** Publishes a replay for everybody; answers with its market. */
export function usePublishReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewReplay) => followed(carryOut(api.replays.publish, { kind: 'publishReplay', body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.markets() }),
  });
}
