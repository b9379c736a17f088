//! `idspec gen`: new ids.

use std::io;

use clap::Args;
use idspec::base::Form;
use idspec::nalix_typed::IdType;
use idspec::{Layout, Timestamp};
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::generate::{self, Request};
use crate::layouts::{self, Named};
use crate::when;

/// Make new ids
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// The scheme, as `--as` takes it: `ulid`, `discord`, `seq-guid:at-end`, `twitter-snowflake@2020-01-01`
    #[arg(value_name = "SCHEME", required_unless_present = "scheme")]
    name: Option<String>,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The instant of all of them, in place of the clock; a snowflake has no more ids at one instant than its sequence has numbers
    #[arg(long, value_name = "DATE")]
    at: Option<String>,
    /// The worker, 0 where none is given
    #[arg(long, value_name = "N")]
    worker: Option<u64>,
    /// The datacenter of a Twitter snowflake
    #[arg(long, value_name = "N")]
    datacenter: Option<u64>,
    /// The process of a Discord id
    #[arg(long, value_name = "N")]
    process: Option<u64>,
    /// The shard of an Instagram id
    #[arg(long, value_name = "N")]
    shard: Option<u64>,
    /// The machine of a Nalix id, or all fields that tell generators apart as one number
    #[arg(long, value_name = "N")]
    machine: Option<u64>,
    /// The type of a Nalix id, by number or by name, such as `order`
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// Any field by its name, for layouts of your own
    #[arg(long, value_name = "FIELD=NUMBER")]
    set: Vec<String>,
    /// The text form, such as `hex` or `uuid` [default: the scheme's own]
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
}

const SAMPLES: &str = "\
Ids of one worker never repeat while the program runs. Two programs with the same worker may make the same ids: give each its own.
Sequential GUIDs have one id in 100 ns: with --at the ids after the first take the ticks that follow, up to 1 ms.

Examples:
  $ idspec gen discord --worker 1 --process 0 --at 2016-04-30T11:18:25.796Z -n 2
  175928847299117056
  175928847299117057

  $ idspec gen nalix-typed --type account --machine 42 --at 2026-04-05
  2A000000A6D1690A

  $ idspec gen ulid -n 100000 > ids.txt";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let layout = layout(options, context)?;
    let at = options.at.as_deref().map(|text| when::parse(text, context.now)).transpose().map_err(Failure::Usage)?;
    let form = form(layout, options.form.as_deref())?;
    let request = Request { layout, at, settings: settings(options)? };
    let ids = generate::start(&request, options.count).map_err(Failure::Usage)?;
    if !context.quiet {
        notes(&request, &ids, options.count);
    }
    let mut output = context.output();
    for _ in 0..options.count {
        let number = match ids.next() {
            Ok(number) => number,
            Err(why) => {
                output.flush()?;
                return Err(Failure::Io("the clock".to_owned(), io::Error::other(why)));
            }
        };
        let Some(text) = layout.scheme().write(number, form) else { continue };
        if context.json {
            output.json(&object(context, layout, number, text.as_str()))?;
        } else {
            output.octets(text.as_str().as_bytes())?;
            output.octets(b"\n")?;
        }
    }
    output.flush()?;
    Ok(Ending::Fine)
}

/// The one layout that was asked for, of which ids are made.
fn layout(options: &Options, context: &Context) -> Result<Layout, Failure> {
    let named = match (&options.name, &context.named) {
        (Some(name), _) => layouts::named(name, &context.own, context.now)?,
        (None, Some(named)) => named.clone(),
        (None, None) => return Err(Failure::usage("this needs a scheme; `idspec schemes` lists them")),
    };
    if let [one] = named.as_slice() {
        return Ok(one.layout);
    }
    let made: Vec<&Named> = named.iter().filter(|it| generate::is_generated(it.layout)).collect();
    match made.as_slice() {
        [one] => Ok(one.layout),
        several => {
            let names: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
            Err(Failure::Ambiguous(format!("the scheme has several kinds; write one of {}", names.join(", "))))
        }
    }
}

fn form(layout: Layout, name: Option<&str>) -> Result<Form, Failure> {
    let Some(name) = name else { return Ok(Form::Canonical) };
    let forms = layout.scheme().codec().forms;
    Form::named(name).filter(|form| forms.contains(form)).ok_or_else(|| {
        let names: Vec<&str> = forms.iter().map(|it| it.as_str()).collect();
        Failure::usage(format!("a {} has no form {name}; write one of {}", layout.scheme(), names.join(", ")))
    })
}

fn settings(options: &Options) -> Result<Vec<(String, i128)>, Failure> {
    let mut settings = Vec::new();
    let numbers = [
        ("worker", options.worker),
        ("datacenter", options.datacenter),
        ("process", options.process),
        ("shard", options.shard),
        ("machine", options.machine),
    ];
    for (name, value) in numbers {
        settings.extend(value.map(|value| (name.to_owned(), i128::from(value))));
    }
    if let Some(kind) = &options.kind {
        settings.push(("type".to_owned(), kind_number(kind)?));
    }
    for set in &options.set {
        let parts = set.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse::<i128>().ok()?)));
        settings
            .push(parts.ok_or_else(|| Failure::usage(format!("not a field with its number: {set}; write worker=5")))?);
    }
    Ok(settings)
}

/// The number of a type: itself, or that of its name in any case.
pub fn kind_number(kind: &str) -> Result<i128, Failure> {
    if let Ok(number) = kind.parse::<i128>() {
        return Ok(number);
    }
    let named = |number: &u8| IdType(*number).name().is_some_and(|name| name.eq_ignore_ascii_case(kind));
    (0..=u8::MAX).find(named).map(i128::from).ok_or_else(|| {
        let names: Vec<String> =
            (0..=u8::MAX).filter_map(|it| IdType(it).name()).map(str::to_ascii_lowercase).collect();
        Failure::usage(format!("no type is called {kind}; write its number, or one of {}", names.join(", ")))
    })
}

/// What was not asked for and is good to know.
fn notes(request: &Request, ids: &generate::Ids, count: u64) {
    let assumed: Vec<String> =
        ids.settings().iter().filter(|it| !it.given).map(|it| format!("{} {}", it.field.name, it.value)).collect();
    if !assumed.is_empty() {
        let machine = ids.settings().iter().any(|it| !it.given && it.field.is_machine);
        let risk = if machine { "; another program with the same may make the same ids" } else { "" };
        anstream::eprintln!("idspec: {}, since none was given{risk}", assumed.join(", "));
    }
    if let (None, Some(rate)) = (request.at, generate::rate(request.layout.scheme()))
        && let Some(seconds) = count.checked_div(rate).filter(|seconds| *seconds > 2)
    {
        anstream::eprintln!("idspec: this takes some {seconds} s, since one machine has {rate} ids a second");
    }
}

/// `idspec-gen/1`.
fn object(context: &Context, layout: Layout, number: u128, text: &str) -> Value {
    let fields: Map<String, Value> =
        layout.fields(number).map(|(name, value)| (name.to_owned(), Value::String(value.to_string()))).collect();
    json!({
        "format": "idspec-gen/1",
        "id": text,
        "scheme": context.name(layout),
        "time": layout.timestamp(number).map(|time: Timestamp| time.to_string()),
        "fields": fields,
    })
}
