import { doubleQuote as quote, rustQuote } from './quote';
import { fallbackOf, TOKEN_PLACEHOLDER, type Snippet, type SnippetQuestion } from './snippet';

export function go(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context.map(([name, value]) => `${quote(name)}: ${quote(value)}`).join(', ');
  return {
    install: 'go get go.flipt.io/flipt/sdk/go',
    code: `package main

import (
	"context"
	"fmt"
	"log"

	"go.flipt.io/flipt/rpc/flipt/evaluation"
	sdk "go.flipt.io/flipt/sdk/go"
	"go.flipt.io/flipt/sdk/go/http"
)

func main() {
	client := sdk.New(
		http.NewTransport(${quote(origin)}),
		sdk.WithAuthenticationProvider(sdk.StaticTokenAuthenticationProvider(${quote(TOKEN_PLACEHOLDER)})),
	)

	value := ${fallbackOf(isBoolean, quote)}
	answer, err := client.Evaluation().${isBoolean ? 'Boolean' : 'Variant'}(context.Background(), &evaluation.EvaluationRequest{
		NamespaceKey: ${quote(namespaceKey)},
		FlagKey:      ${quote(flagKey)},
		EntityId:     ${quote(entityId)},
		Context:      map[string]string{${pairs}},
	})
	if err != nil {
		log.Print(err)
	} else {
		value = answer.${isBoolean ? 'Enabled' : 'VariantKey'}
	}
	fmt.Println(value)
}`,
  };
}

export function java(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context.map(([name, value]) => `Map.entry(${quote(name)}, ${quote(value)})`).join(', ');
  const [type, method, getter] = isBoolean
    ? ['boolean', 'evaluateBoolean', 'isEnabled']
    : ['String', 'evaluateVariant', 'getVariantKey'];
  return {
    install: "implementation 'io.flipt:flipt-java:1.+'",
    code: `import io.flipt.api.FliptClient;
import io.flipt.api.authentication.ClientTokenAuthenticationStrategy;
import io.flipt.api.evaluation.models.EvaluationRequest;
import java.util.Map;

public class Main {
  public static void main(String[] arguments) {
    FliptClient client =
        FliptClient.builder()
            .url(${quote(origin)})
            .authentication(new ClientTokenAuthenticationStrategy(${quote(TOKEN_PLACEHOLDER)}))
            .build();

    EvaluationRequest request =
        EvaluationRequest.builder()
            .namespaceKey(${quote(namespaceKey)})
            .flagKey(${quote(flagKey)})
            .entityId(${quote(entityId)})
            .context(Map.ofEntries(${pairs}))
            .build();

    ${type} value = ${fallbackOf(isBoolean, quote)};
    try {
      value = client.evaluation().${method}(request).${getter}();
    } catch (Exception error) {
      System.err.println(error.getMessage());
    }
    System.out.println(value);
  }
}`,
  };
}

export function csharp(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context.map(([name, value]) => `{ ${quote(name)}, ${quote(value)} }`).join(', ');
  return {
    install: 'dotnet add package Flipt',
    code: `using Flipt;
using Flipt.Authentication;
using Flipt.DTOs;

var client = FliptClient.Builder()
    .WithUrl(${quote(origin)})
    .WithAuthentication(new ClientTokenAuthenticationStrategy(${quote(TOKEN_PLACEHOLDER)}))
    .Build();

Dictionary<string, string> context = new() { ${pairs} };
var request = new EvaluationRequest(${[namespaceKey, flagKey, entityId].map(quote).join(', ')}, context);

var value = ${fallbackOf(isBoolean, quote)};
try
{
    var answer = await client.Evaluation.${isBoolean ? 'EvaluateBooleanAsync' : 'EvaluateVariantAsync'}(request);
    value = answer?.${isBoolean ? 'Enabled' : 'VariantKey'} ?? value;
}
catch (Exception error)
{
    Console.Error.WriteLine(error.Message);
}
Console.WriteLine(value);`,
  };
}

export function rust(question: SnippetQuestion): Snippet {
  const { origin, namespaceKey, flagKey, isBoolean, entityId, context } = question;
  const pairs = context
    .map(([name, value]) => `(${rustQuote(name)}.into(), ${rustQuote(value)}.into())`)
    .join(', ');
  const method = isBoolean ? 'boolean' : 'variant';
  const fallback = isBoolean ? 'false' : `${fallbackOf(isBoolean, rustQuote)}.to_string()`;
  return {
    install: 'cargo add flipt url && cargo add tokio --features full',
    code: `use flipt::api::FliptClient;
use flipt::evaluation::models::EvaluationRequest;
use flipt::{ClientTokenAuthentication, ConfigBuilder};
use std::collections::HashMap;
use url::Url;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = ConfigBuilder::default()
        .with_endpoint(Url::parse(${rustQuote(origin)})?)
        .with_auth_strategy(ClientTokenAuthentication::new(${rustQuote(TOKEN_PLACEHOLDER)}.into()))
        .build();
    let client = FliptClient::new(config)?;

    let context: HashMap<String, String> = HashMap::from([${pairs}]);
    let request = EvaluationRequest {
        namespace_key: ${rustQuote(namespaceKey)}.into(),
        flag_key: ${rustQuote(flagKey)}.into(),
        entity_id: ${rustQuote(entityId)}.into(),
        context,
        reference: None,
    };

    let value = match client.evaluation.${method}(&request).await {
        Ok(answer) => answer.${isBoolean ? 'enabled' : 'variant_key'},
        Err(error) => {
            eprintln!("{error:?}");
            ${fallback}
        }
    };
    println!("{value}");
    Ok(())
}`,
  };
}
