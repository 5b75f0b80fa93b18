import { Module, type DynamicModule } from '@nestjs/common';
import { RouteTable, RpcRegistry } from '@pennon/api';
import { OpenApiController, OpenApiText } from './openapi.controller';
import { openApiDocument, type OpenApiConfig } from './openapi-document';

/** The description of the API as `GET /openapi.json`. */
@Module({})
export class OpenApiModule {
  static forRoot(config: OpenApiConfig): DynamicModule {
    return {
      module: OpenApiModule,
      controllers: [OpenApiController],
      providers: [
        {
          provide: OpenApiText,
          useFactory: (table: RouteTable, registry: RpcRegistry) =>
            new OpenApiText(() => {
              const routes = table.routes.filter(({ method }) => registry.has(method));
              return openApiDocument(routes, config);
            }),
          inject: [RouteTable, RpcRegistry],
        },
      ],
    };
  }
}
