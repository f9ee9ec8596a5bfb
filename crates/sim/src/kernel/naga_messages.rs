//! Rewrites naga's error messages in the terms of WGSL.

/// Replaces the names of naga's own structures in a message.
pub fn plain(message: &str) -> String {
    let lines: Vec<String> = message.lines().map(line).collect();
    let said = |line: &&String| line.trim_start().starts_with("= ");
    // That an expression is invalid adds nothing to the reason.
    let why = lines.iter().filter(said).count() > 1;
    let kept = lines.iter().filter(|line| {
        let empty = line.trim_start().starts_with("= Expression [") && line.ends_with("] is invalid");
        !(why && empty)
    });
    kept.cloned().collect::<Vec<_>>().join("\n")
}

fn line(line: &str) -> String {
    let line = operation(&types(&without_labels(line)));
    let line = subject(&line).unwrap_or(line);
    match REASONS.iter().find_map(|(own, plain)| Some((line.split_once(own)?.0, plain))) {
        Some((before, plain)) => format!("{before}{plain}"),
        None => line,
    }
}

/// How some of naga's reasons begin, and what they mean.
const REASONS: [(&str, &str); 5] = [
    (
        "= Abstract types may only appear in constant expressions",
        "= a number here has no type in common with its other operand: convert one of them, as in f32(i) * 2.5",
    ),
    ("= Operation Negate can't work with [", "= `-` does not take a value of this type"),
    ("= Invalid operand for cooperative op", "= coopMultiplyAdd takes matrices of the roles A, B and C, in this order"),
    (
        "= Cooperative load/store data pointer has invalid type",
        "= the pointer must lead to numbers of the matrix's type, or to vectors of them",
    ),
    (
        "= Required uniformity of control flow for UniformityRequirements(COOP_OPS)",
        "= cooperative matrices need control flow that is the same for the whole workgroup; where it is for each subgroup, which is enough for a \
         device, `diagnostic(off, derivative_uniformity);` at the top of the file lets it pass",
    ),
];

/// Without the names of naga's structures below the carets.
fn without_labels(line: &str) -> String {
    match line.split_once("naga::ir::") {
        Some((before, label)) if label.ends_with(']') => before.trim_end().to_owned(),
        _ => line.to_owned(),
    }
}

/// "`main` is invalid" of "error: Entry point main at Compute is invalid", and of functions likewise.
fn subject(line: &str) -> Option<String> {
    let what = line.strip_prefix("error: ")?.strip_suffix(" is invalid")?;
    let entry = what.strip_prefix("Entry point ").and_then(|what| what.strip_suffix(" at Compute"));
    let name = entry.or_else(|| what.strip_prefix("Function [")?.split_once("] '")?.1.strip_suffix('\''))?;
    Some(format!("error: `{name}` is invalid"))
}

/// Types as WGSL spells them.
fn types(line: &str) -> String {
    const KINDS: [(&str, char); 3] = [("Float", 'f'), ("Uint", 'u'), ("Sint", 'i')];
    const SIZES: [(&str, u32); 3] = [("Bi", 2), ("Tri", 3), ("Quad", 4)];
    let mut text = line
        .replace("Scalar { kind: Bool, width: 1 }", "bool")
        .replace("Scalar { kind: AbstractFloat, width: 8 }", "an untyped number")
        .replace("Scalar { kind: AbstractInt, width: 8 }", "an untyped number");
    for (kind, letter) in KINDS {
        for width in [2, 4, 8] {
            let spelled = format!("{letter}{}", 8 * width);
            text = text.replace(&format!("Scalar {{ kind: {kind}, width: {width} }}"), &spelled);
        }
    }
    for scalar in ["bool", "an untyped number", "f16", "f32", "f64", "u32", "u64", "i32", "i64"] {
        text = text.replace(&format!("Scalar({scalar})"), scalar);
        text = text.replace(&format!("Atomic({scalar})"), &format!("atomic<{scalar}>"));
        for (size, length) in SIZES {
            text = text
                .replace(&format!("Vector {{ size: {size}, scalar: {scalar} }}"), &format!("vec{length}<{scalar}>"));
            for (rows, height) in SIZES {
                let matrix = format!("Matrix {{ columns: {size}, rows: {rows}, scalar: {scalar} }}");
                text = text.replace(&matrix, &format!("mat{length}x{height}<{scalar}>"));
            }
        }
    }
    let text = text.split("CooperativeMatrix { columns: ").enumerate().map(|(at, rest)| match (at, matrix(rest)) {
        (1.., Some(plain)) => plain,
        _ => rest.to_owned(),
    });
    text.collect()
}

/// A cooperative matrix as WGSL spells it, and what follows; `rest` is what follows naga's name and the word `columns`.
fn matrix(rest: &str) -> Option<String> {
    let (what, after) = rest.split_once(" }")?;
    let (size, what) = what.split_once(", rows: ")?;
    let (scalar, role) = what.split_once(", scalar: ")?.1.split_once(", role: ")?;
    let size = if size == "Eight" { 8 } else { 16 };
    Some(format!("coop_mat{size}x{size}<{scalar}, {role}>{after}"))
}

/// The operator as it is written, and what WGSL requires of its operands.
fn operation(line: &str) -> String {
    let said = || {
        let (before, rest) = line.split_once("= Operation ")?;
        let (operator, rest) = rest.split_once(" can't work with [")?;
        let (left, right) = rest.split_once(") and [")?;
        let left = left.split_once("(of type ")?.1;
        let right = right.split_once("(of type ")?.1.strip_suffix(')')?;
        let operator = symbol(operator)?;
        let next = match scalar(left).zip(scalar(right)) {
            Some((a, b)) if a != b => {
                format!(": WGSL does not convert numbers implicitly; write {a}(...) or {b}(...) around one of them")
            }
            _ => String::new(),
        };
        Some(format!("{before}= `{operator}` does not take {left} and {right}{next}"))
    };
    said().unwrap_or_else(|| line.to_owned())
}

/// A type that a value can be converted to.
fn scalar(name: &str) -> Option<&str> {
    ["f16", "f32", "u32", "i32", "u64", "i64"].into_iter().find(|scalar| *scalar == name)
}

fn symbol(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "Add" => "+",
        "Subtract" => "-",
        "Multiply" => "*",
        "Divide" => "/",
        "Modulo" => "%",
        "Equal" => "==",
        "NotEqual" => "!=",
        "Less" => "<",
        "LessEqual" => "<=",
        "Greater" => ">",
        "GreaterEqual" => ">=",
        "And" => "&",
        "ExclusiveOr" => "^",
        "InclusiveOr" => "|",
        "LogicalAnd" => "&&",
        "LogicalOr" => "||",
        "ShiftLeft" => "<<",
        "ShiftRight" => ">>",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Kernel, Overrides};

    fn refused(body: &str) -> String {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> o: array<f32>;\n@compute @workgroup_size(1)\n\
             fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ {body} }}"
        );
        Kernel::parse("k.wgsl", &source, None, &Overrides::new()).expect_err("it is wrong").to_string()
    }

    #[test]
    fn numbers_of_two_types_are_answered_with_the_operator_and_the_conversion() {
        let said = refused("o[0] = o[1] + id.x;");
        let words = "`+` does not take f32 and u32: WGSL does not convert numbers implicitly; write f32(...) or u32(...) around one";
        assert!(said.contains(words) && said.contains("error: `main` is invalid"), "{said}");
        assert!(said.contains("k.wgsl:3:") && said.contains('^'), "{said}");
        let said = refused("let a = vec3<f32>(1.0) * vec2<f32>(2.0);");
        assert!(said.contains("`*` does not take vec3<f32> and vec2<f32>"), "{said}");
    }

    #[test]
    fn a_literal_beside_another_type_is_answered_with_a_conversion() {
        let said = refused("o[0] = f32(id.x * 2.5);");
        assert!(said.contains("convert one of them, as in f32(i) * 2.5"), "{said}");
    }

    #[test]
    fn no_message_of_a_wrong_type_names_the_compiler_s_structures() {
        for body in [
            "o[0] = o[1] + id.x;",
            "o[0] = f32(id.x * 2.5);",
            "let m = mat2x2<f32>(1.0, 0.0, 0.0, 1.0) * vec3<f32>(1.0); o[0] = m.x;",
            "let b = id.x && true;",
            "o[0] = select(1.0, 2.0, id.x);",
        ] {
            let said = refused(body);
            assert!(!said.contains("naga") && !said.contains("Scalar") && !said.contains("Vector"), "{body}: {said}");
        }
    }

    #[test]
    fn what_cooperative_matrices_do_not_take_is_said_in_their_terms() {
        for (body, words) in [
            (
                "let q = sum + coopLoadT<coop_mat8x8<f32, A>>(&o[0]);",
                "`+` does not take coop_mat8x8<f32, C> and coop_mat8x8<f32, A>",
            ),
            ("let q = -sum;", "`-` does not take a value of this type"),
            ("coopStoreT(coopMultiplyAdd(sum, sum, sum), &o[0]);", "takes matrices of the roles A, B and C"),
            ("coopStoreT(sum, &u[0]);", "must lead to numbers of the matrix's type"),
            (
                "if lane < 32u { let q = coopMultiplyAdd(coopLoadT<coop_mat8x8<f32, A>>(&o[0]), coopLoadT<coop_mat8x8<f32, B>>(&o[0]), sum); }",
                "control flow that is the same for the whole workgroup; where",
            ),
        ] {
            let source = format!(
                "enable wgpu_cooperative_matrix;\n@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@group(0) @binding(1) var<storage, read_write> u: array<u32>;\n@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {{ let sum = coop_mat8x8<f32, C>(); {body} }}"
            );
            let said = Kernel::parse("k.wgsl", &source, None, &Overrides::new()).expect_err(body).to_string();
            assert!(said.contains(words) && !said.contains("Cooperative") && !said.contains("COOP_OPS"), "{said}");
        }
    }
}
