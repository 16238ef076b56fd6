import type { AnswerOf, BodyOf, Endpoint, FileEndpoint, ParamsOf, QueryOf } from '@plecho/contract';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Server } from './server.ts';

/** A request whose parts have passed the endpoint's schemas. */
export type RequestOf<E extends Endpoint> = FastifyRequest<{
  Params: ParamsOf<E>;
  Querystring: QueryOf<E>;
  Body: BodyOf<E>;
}>;

function schemaOf({ description, params, query, headers, body, answer, otherAnswers }: Endpoint): FastifySchema {
  return {
    description,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    response: { ...otherAnswers, 200: answer },
  };
}

/** Serves an endpoint as it is described. @param handler its result passes the endpoint's schema too */
export function handle<E extends Endpoint>(
  app: Server,
  endpoint: E,
  handler: (request: RequestOf<E>, reply: FastifyReply) => AnswerOf<E> | Promise<AnswerOf<E>>,
): void {
  const { method, path, bytes } = endpoint;
  const route = { method, url: path, schema: schemaOf(endpoint), handler: handler as never };
  if (bytes !== true) app.route(route);
  else {
    void app.register((own, _options, done) => {
      own.removeAllContentTypeParsers();
      own.addContentTypeParser('application/octet-stream', (_request, payload, parsed) => parsed(null, payload));
      own.route(route);
      done();
    });
  }
}

/** A request for a file whose parts have passed the endpoint's schemas. */
type FileRequestOf<E extends FileEndpoint> = FastifyRequest<{ Params: ParamsOf<E>; Querystring: QueryOf<E> }>;

/** Serves a file as it is described. @param handler sends it */
export function handleFile<E extends FileEndpoint>(
  app: Server,
  endpoint: E,
  handler: (request: FileRequestOf<E>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { method, path, description, params, query, media } = endpoint;
  const schema: FastifySchema = {
    description,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
  };
  const type = media === 'application/octet-stream' ? media : `${media}; charset=utf-8`;
  app.route({
    method,
    url: path,
    schema,
    handler: ((request: FileRequestOf<E>, reply: FastifyReply) => handler(request, reply.type(type))) as never,
  });
}
