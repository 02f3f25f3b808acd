// Where the static libraries are: below the prefix of OPTIMETER_DIR, or where pkg-config says.
use std::env;
use std::path::PathBuf;
use std::process::Command;

fn library_folder() -> PathBuf {
    println!("cargo:rerun-if-env-changed=OPTIMETER_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    if let Some(prefix) = env::var_os("OPTIMETER_DIR") {
        return PathBuf::from(prefix).join("lib");
    }
    let asked = Command::new("pkg-config").args(["--variable=libdir", "optimeter"]).output();
    match asked {
        Ok(output) if output.status.success() => {
            PathBuf::from(String::from_utf8_lossy(&output.stdout).trim())
        }
        _ => panic!(
            "liboptimeter is not found: run `make install PREFIX=...` and set OPTIMETER_DIR to that prefix"
        ),
    }
}

fn link(names: &[&str]) {
    let folder = library_folder();
    println!("cargo:rustc-link-search=native={}", folder.display());
    for name in names {
        println!("cargo:rustc-link-lib=static={}", name);
        println!("cargo:rerun-if-changed={}", folder.join(format!("lib{}.a", name)).display());
    }
    let standard = if cfg!(target_os = "macos") { "c++" } else { "stdc++" };
    println!("cargo:rustc-link-lib=dylib={}", standard);
}
