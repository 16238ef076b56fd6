import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@plecho/contract';
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
