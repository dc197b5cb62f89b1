//! The derives of requests: the names of their fields, and schemas that are left out.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, LitStr, parse_macro_input};

/// What serde's attributes of a field change about its name.
#[derive(Default)]
struct Naming {
    rename: Option<LitStr>,
    is_flat: bool,
    is_skipped: bool,
}

impl Naming {
    fn of(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut naming = Self::default();
        for attribute in attributes.iter().filter(|one| one.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    naming.rename = Some(meta.value()?.parse()?);
                } else if meta.input.peek(syn::Token![=]) {
                    meta.value()?.parse::<LitStr>()?;
                }
                naming.is_flat |= meta.path.is_ident("flatten");
                naming.is_skipped |= meta.path.is_ident("skip");
                Ok(())
            })?;
        }
        Ok(naming)
    }
}

/// Implements `unstuck_ops::request::Fields`: the names of the fields, those of flattened ones first.
#[proc_macro_derive(Fields)]
pub fn fields(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let Data::Struct(data) = &input.data else {
        return Error::new_spanned(&input, "a request has fields").to_compile_error().into();
    };
    let (mut names, mut flat) = (Vec::new(), Vec::new());
    for field in &data.fields {
        let Naming { rename, is_flat, is_skipped } = match Naming::of(&field.attrs) {
            Ok(naming) => naming,
            Err(error) => return error.to_compile_error().into(),
        };
        match &field.ident {
            _ if is_flat => flat.push(&field.ty),
            Some(name) if !is_skipped => {
                names.push(rename.map_or_else(|| name.to_string(), |rename| rename.value()));
            }
            _ => {}
        }
    }
    names.sort_unstable();
    let name = &input.ident;
    quote! {
        impl ::unstuck_ops::request::Fields for #name {
            fn fields(
                given: &::unstuck_ops::request::Given,
            ) -> ::std::option::Option<::std::vec::Vec<&'static str>> {
                let mut all = ::std::vec::Vec::new();
                #(all.extend(<#flat as ::unstuck_ops::request::Fields>::fields(given)?);)*
                all.extend([#(#names),*] as [&str; _]);
                ::std::option::Option::Some(all)
            }
        }
    }
    .into()
}

/// Stands for utoipa's derive in programs that make no schemas.
#[proc_macro_derive(ToSchema, attributes(schema))]
pub fn no_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
